import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Button, Field, useLanguage } from '@coulisse/ui-kit';
import { type FieldErrors, inputId, useResourceText } from '@coulisse/resource-client';
import type { EditProps } from '../kind';
import { innerKindOf } from '../inner-kinds';
import { columnTracks } from './line-layout';
import { keyOf, type Line } from './lines';

interface LineEditProps {
  parent: FieldDescriptor;
  columns: readonly FieldDescriptor[];
  line: Line;
  index: number;
  count: number;
  inRow: boolean;
  disabled?: boolean;
  errors: FieldErrors;
  onChange: (name: string, value: unknown) => void;
  onMove: (to: number, focus?: string) => void;
  onRemove: () => void;
  onKeys: (event: KeyboardEvent, column: string) => void;
}

export const LineEdit = (props: LineEditProps) => {
  const { parent, columns, line, index, inRow, disabled, onKeys } = props;
  const language = useLanguage();
  const text = useResourceText();
  const { setNodeRef, transform, transition, isDragging, listeners, setActivatorNodeRef } = useSortable({
    id: keyOf(line, index),
    disabled,
  });
  return (
    <fieldset
      ref={setNodeRef}
      className="r-line"
      data-dragged={isDragging || undefined}
      style={{
        transform: CSS.Translate.toString(transform),
        transition,
        gridTemplateColumns: inRow ? columnTracks(columns) : undefined,
      }}
    >
      <legend className="c-hidden">{`${parent.label[language]} ${index + 1}`}</legend>
      <span ref={setActivatorNodeRef} className="r-line-handle" title={text('children.drag')} {...listeners}>
        <GripVertical className="c-icon" aria-hidden />
      </span>
      {columns.map((column) => (
        <div
          key={column.name}
          className="r-line-cell"
          data-wide={(!inRow && innerKindOf(column).wide) || undefined}
          data-type={column.type}
          onKeyDown={(event) => onKeys(event, column.name)}
        >
          <Cell {...props} column={column} />
        </div>
      ))}
      <LineButtons {...props} />
    </fieldset>
  );
};

const Cell = (props: LineEditProps & { column: FieldDescriptor }) => {
  const { parent, column, line, index, inRow, disabled, errors, onChange } = props;
  const language = useLanguage();
  const place = `${parent.name}/${index}/${column.name}`;
  const { Edit, ownLabel } = innerKindOf(column);
  const edit = (control: EditProps['control']): ReactNode => (
    <Edit
      field={column}
      value={line[column.name]}
      control={control}
      disabled={disabled}
      errors={errors}
      onChange={(next) => onChange(column.name, next)}
    />
  );
  if (ownLabel) return edit({ id: inputId(place), 'aria-invalid': errors[place] ? true : undefined });
  return (
    <Field
      id={inputId(place)}
      label={column.label[language]}
      hideLabel={inRow}
      required={column.required}
      mark="required"
      error={errors[place]}
    >
      {edit}
    </Field>
  );
};

const LineButtons = ({ index, count, disabled, onMove, onRemove }: LineEditProps) => {
  const text = useResourceText();
  if (disabled) return <span className="r-line-buttons" />;
  return (
    <span className="r-line-buttons">
      <Button
        kind="quiet"
        square
        size="small"
        className="r-line-move"
        disabled={index === 0}
        aria-label={text('children.up', { line: index + 1 })}
        title={text('children.up', { line: index + 1 })}
        icon={<ArrowUp aria-hidden />}
        onClick={() => onMove(index - 1)}
      />
      <Button
        kind="quiet"
        square
        size="small"
        className="r-line-move"
        disabled={index === count - 1}
        aria-label={text('children.down', { line: index + 1 })}
        title={text('children.down', { line: index + 1 })}
        icon={<ArrowDown aria-hidden />}
        onClick={() => onMove(index + 1)}
      />
      <Button
        kind="quiet"
        square
        size="small"
        aria-label={text('children.remove', { line: index + 1 })}
        title={text('children.remove', { line: index + 1 })}
        icon={<Trash2 aria-hidden />}
        onClick={onRemove}
      />
    </span>
  );
};
