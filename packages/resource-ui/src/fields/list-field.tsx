import { Plus, X } from 'lucide-react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Button, Check, useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '../locales';
import { enumOptions } from './enumeration-field';
import type { EditProps, FieldKindView, ShowProps } from './kind';
import { kindOf } from './registry';

const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The descriptor of one item. */
const itemField = (field: FieldDescriptor): FieldDescriptor => ({
  ...field,
  type: field.of ?? 'text',
  required: true,
});

const text: FieldKindView['text'] = (value, field, language) => {
  const item = itemField(field);
  return items(value)
    .map((one) => kindOf(item).text(one, item, language))
    .join(', ');
};

const Show = ({ field, value }: ShowProps) => <>{text(value, field, useLanguage())}</>;

const Edit = (props: EditProps) => (props.field.enum ? <Boxes {...props} /> : <Items {...props} />);

const Boxes = ({ field, value, onChange, disabled, control }: EditProps) => {
  const chosen = items(value);
  return (
    <div id={control.id} className="r-boxes" role="group">
      {enumOptions(field, useLanguage()).map((option) => (
        <Check
          key={option.value}
          label={option.label}
          disabled={disabled}
          checked={chosen.includes(option.value)}
          onChange={(event) =>
            onChange(
              event.target.checked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value),
            )
          }
        />
      ))}
    </div>
  );
};

const Items = ({ field, value, onChange, disabled, control, errors }: EditProps) => {
  const label = useResourceText();
  const item = itemField(field);
  const { Edit: EditItem } = kindOf(item);
  const all = items(value);
  return (
    <div className="r-items">
      {all.map((one, index) => (
        <span key={index} className="r-item">
          <EditItem
            field={item}
            value={one}
            disabled={disabled}
            errors={errors}
            control={{ ...control, id: index === 0 ? control.id : `${control.id}-${index}` }}
            onChange={(next) => onChange(all.map((old, place) => (place === index ? next : old)))}
          />
          <Button
            kind="quiet"
            square
            aria-label={label('children.remove', { line: index + 1 })}
            icon={<X aria-hidden />}
            onClick={() => onChange(all.filter((_, place) => place !== index))}
          />
        </span>
      ))}
      {!disabled && (
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          id={all.length === 0 ? control.id : undefined}
          onClick={() => onChange([...all, ''])}
        >
          {label('field.list.add')}
        </Button>
      )}
    </div>
  );
};

export const listField: FieldKindView = { Show, Edit, text, large: true, filters: [] };
