import { useEffect, useRef } from 'react';
import { Plus, X } from 'lucide-react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Button, Check, useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { enumOptions } from './enumeration-field';
import type { EditProps, FieldKindView, ShowProps } from './kind';
import { useFieldLabel } from './labels';
import { simpleKindOf } from './simple-kinds';

const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The descriptor of one item. */
const itemField = (field: FieldDescriptor): FieldDescriptor => ({
  ...field,
  type: field.of ?? 'text',
  required: true,
});

const textOf: FieldKindView['text'] = (value, field, language) => {
  const item = itemField(field);
  return items(value)
    .map((entry) => simpleKindOf(item).text(entry, item, language))
    .join(', ');
};

const Show = ({ field, value }: ShowProps) => <>{textOf(value, field, useLanguage())}</>;

const Edit = (props: EditProps) => (props.field.enum ? <Boxes {...props} /> : <Items {...props} />);

const Boxes = ({ field, value, onChange, disabled, control }: EditProps) => {
  const chosen = items(value);
  return (
    <div id={control.id} className="r-boxes" role="group" aria-label={useFieldLabel(field)}>
      {enumOptions(field, useLanguage()).map((option) => (
        <Check
          key={option.value}
          label={option.label}
          disabled={disabled}
          checked={chosen.includes(option.value)}
          onChange={(event) =>
            onChange(
              event.target.checked
                ? [...chosen, option.value]
                : chosen.filter((chosenValue) => chosenValue !== option.value),
            )
          }
        />
      ))}
    </div>
  );
};

const Items = ({ field, value, onChange, disabled, control, errors }: EditProps) => {
  const text = useResourceText();
  const label = useFieldLabel(field);
  const item = itemField(field);
  const { Edit: EditItem } = simpleKindOf(item);
  const all = items(value);
  const group = useRef<HTMLDivElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    group.current
      ?.querySelector<HTMLElement>('.r-item:last-of-type :is(input, textarea, select, [contenteditable])')
      ?.focus();
  }, [all.length]);
  const addItem = () => {
    added.current = true;
    onChange([...all, '']);
  };
  return (
    // The label and the summary of errors lead to the first item; to the group while there is none.
    <div
      ref={group}
      className="r-items"
      role="group"
      aria-label={label}
      {...(all.length === 0 && { id: control.id, tabIndex: -1 })}
    >
      {all.map((entry, index) => (
        <span key={index} className="r-item">
          <EditItem
            field={item}
            value={entry}
            disabled={disabled}
            errors={errors}
            control={
              index === 0
                ? control
                : { ...control, id: `${control.id}-${index}`, 'aria-label': `${label} ${index + 1}` }
            }
            onChange={(next) => onChange(all.map((old, place) => (place === index ? next : old)))}
          />
          <Button
            kind="quiet"
            square
            disabled={disabled}
            aria-label={text('children.remove', { line: index + 1 })}
            icon={<X aria-hidden />}
            onClick={() => onChange(all.filter((_, place) => place !== index))}
          />
        </span>
      ))}
      {!disabled && (
        <Button size="small" icon={<Plus aria-hidden />} onClick={addItem}>
          {text('field.list.add')}
        </Button>
      )}
    </div>
  );
};

export const listField: FieldKindView = { Show, Edit, text: textOf, large: true, filters: [] };
