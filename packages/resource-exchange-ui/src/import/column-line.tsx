import { useId } from 'react';
import { useResourceText } from '@coulisse/resource-client';
import { groupedFields } from './field-groups';
import type { Plan, Upload, UploadColumn } from './import-state';

interface ColumnLineProps {
  column: UploadColumn;
  upload: Upload;
  mapping: Plan['mapping'];
  error?: string;
  onMap: (field: string | null) => void;
}

/** One column of the file: its header, sample values, and the field that it is mapped to. */
export const ColumnLine = ({ column, upload, mapping, error, onMap }: ColumnLineProps) => {
  const text = useResourceText();
  const id = useId();
  const value = mapping[column.index] ?? '';
  const field = upload.fields.find(({ name }) => name === value);
  const header = column.header || text('exchange.columns.nameless', { place: column.index + 1 });
  const usedBy = (name: string): string | null => {
    const other = upload.columns.find(({ index }) => index !== column.index && mapping[index] === name);
    return other ? other.header || text('exchange.columns.nameless', { place: other.index + 1 }) : null;
  };
  return (
    <div role="row" className="r-map-row" data-left-out={value === '' || undefined}>
      <span role="rowheader" className="r-map-header">
        {header}
      </span>
      <span role="cell" className="r-map-samples">
        {column.samples.length === 0 ? (
          <small>{text('exchange.columns.empty')}</small>
        ) : (
          column.samples.map((sample, index) => <span key={index}>{sample}</span>)
        )}
      </span>
      <span role="cell" className="r-map-field">
        <select
          className="c-input"
          aria-label={text('exchange.columns.fieldOf', { column: header })}
          aria-describedby={`${id}-hint`}
          aria-invalid={error ? true : undefined}
          value={value}
          data-testid={`import-column-${column.index}`}
          onChange={(event) => onMap(event.target.value || null)}
        >
          <option value="">{text('exchange.columns.leave')}</option>
          {groupedFields(upload.fields).map(({ title, fields }) => {
            const options = fields.map(({ name, label, required }) => {
              const other = usedBy(name);
              const shown = `${label}${required ? ' *' : ''}`;
              return (
                <option key={name} value={name}>
                  {other ? text('exchange.columns.used', { field: shown, column: other }) : shown}
                </option>
              );
            });
            return title ? (
              <optgroup key={title} label={title}>
                {options}
              </optgroup>
            ) : (
              options
            );
          })}
        </select>
        <small id={`${id}-hint`} className={error ? 'c-error' : 'c-help'}>
          {error ?? field?.hint}
        </small>
      </span>
    </div>
  );
};
