import { Plus, Trash2 } from 'lucide-react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Button, classes, Field, useLanguage } from '@coulisse/ui-kit';
import { inputId } from '../data/problem-fields';
import { isEmpty } from '../data/values';
import { useResourceText } from '../locales';
import type { EditProps, FieldKindView, ShowProps } from './kind';
import { kindOf } from './registry';

type Line = Record<string, unknown>;

const lines = (value: unknown): Line[] => (Array.isArray(value) ? (value as Line[]) : []);

/** Columns that hold something: an optional one that nobody filled is not drawn. */
const used = (field: FieldDescriptor, all: Line[]): FieldDescriptor[] =>
  (field.fields ?? []).filter(
    (child) => child.type !== 'json' && all.some((line) => !isBlank(line[child.name])),
  );

/** A "no" in every line tells nothing. */
const isBlank = (value: unknown): boolean => isEmpty(value) || value === false;

const Show = ({ field, value, compact }: ShowProps) => {
  const language = useLanguage();
  const text = useResourceText();
  const all = lines(value);
  if (compact) return <>{text('children.count', { count: all.length })}</>;
  if (all.length === 0) return <p className="c-faint r-children-none">{text('children.none')}</p>;
  const columns = used(field, all);
  return (
    <div className="r-scroll">
      <table className="r-table" data-lines>
        <thead>
          <tr>
            {columns.map((child) => (
              <th key={child.name} className={classes(kindOf(child).numeric && 'c-num')}>
                {child.label[language]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map((line, index) => (
            <tr key={String(line['id'] ?? index)}>
              {columns.map((child) => {
                const { Show: ShowCell, numeric } = kindOf(child);
                return (
                  <td key={child.name} className={classes(numeric && 'c-num')}>
                    {isBlank(line[child.name]) ? (
                      <span className="c-faint">—</span>
                    ) : (
                      <ShowCell field={child} value={line[child.name]} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Edit = ({ field, value, onChange, control, disabled, errors }: EditProps) => {
  const language = useLanguage();
  const text = useResourceText();
  const all = lines(value);
  const children = (field.fields ?? []).filter((child) => !child.readonly);
  const change = (index: number, name: string, next: unknown) =>
    onChange(all.map((line, place) => (place === index ? { ...line, [name]: next } : line)));
  return (
    <div className="r-lines" id={control.id} tabIndex={-1}>
      {all.map((line, index) => (
        <fieldset key={String(line['id'] ?? `new-${index}`)} className="r-line">
          <legend className="c-hidden">{`${field.label[language]} ${index + 1}`}</legend>
          {children.map((child) => {
            const place = `${field.name}/${index}/${child.name}`;
            const { Edit: EditCell, ownLabel, wide } = kindOf(child);
            const cell = (cellControl: EditProps['control']) => (
              <EditCell
                field={child}
                value={line[child.name]}
                control={cellControl}
                disabled={disabled}
                errors={errors}
                onChange={(next) => change(index, child.name, next)}
              />
            );
            return (
              <div key={child.name} className="r-line-cell" data-wide={wide || undefined}>
                {ownLabel ? (
                  cell({ id: inputId(place) })
                ) : (
                  <Field
                    id={inputId(place)}
                    label={child.label[language]}
                    required={child.required}
                    mark="required"
                    error={errors[place]}
                  >
                    {cell}
                  </Field>
                )}
              </div>
            );
          })}
          {!disabled && (
            <Button
              kind="quiet"
              square
              size="small"
              className="r-line-remove"
              aria-label={text('children.remove', { line: index + 1 })}
              icon={<Trash2 aria-hidden />}
              onClick={() => onChange(all.filter((_, place) => place !== index))}
            />
          )}
        </fieldset>
      ))}
      {!disabled && (
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => onChange([...all, {}])}>
          {text('children.add')}
        </Button>
      )}
    </div>
  );
};

export const childrenField: FieldKindView = {
  Show,
  Edit,
  text: (value) => String(lines(value).length),
  wide: true,
  ownLabel: true,
  filters: [],
};
