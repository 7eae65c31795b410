import { type ReactNode, useId } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { PERIODS } from '@coulisse/resource/periods';
import { Check, Field, type FieldControl, Select, useLanguage } from '@coulisse/ui-kit';
import { type Choice, DatePicker, MultiPicker, Picker } from '@coulisse/ui-kit/complex';
import { type Bounds, type EditorOp, useResourceText } from '@coulisse/resource-client';
import { asChoice, enumOptions, kindOf, useRefSearch } from '@coulisse/resource-fields';
import { useRefNames } from './use-ref-names';

interface FilterValueProps {
  field: FieldDescriptor;
  op: EditorOp;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Editor of a filter value, by field kind and operator. */
export const FilterValue = (props: FilterValueProps) => {
  const { field, op } = props;
  if (op === 'empty') return <Emptiness {...props} />;
  if (op === 'within') return <Periods {...props} />;
  if (op === 'between') return <Range {...props} />;
  if (field.type === 'bool') return <YesOrNo {...props} />;
  if (op === 'in' && field.enum) return <Boxes {...props} />;
  if (field.ref) return op === 'in' ? <Records {...props} /> : <OneRecord {...props} />;
  return <SingleValue {...props} />;
};

const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value ? [value] : [])
    .map((item) => asChoice(item)?.id ?? '')
    .filter(Boolean);

const Labelled = ({ children }: { children: (control: FieldControl) => ReactNode }) => {
  const text = useResourceText();
  return (
    <Field id={useId()} label={text('list.filter.value')} required hideLabel>
      {children}
    </Field>
  );
};

/** The field as a filter edits it: never readonly or required, a list as its item kind. */
const edited = (field: FieldDescriptor): FieldDescriptor => ({
  ...field,
  type: field.type === 'list' ? (field.of ?? 'text') : field.type,
  readonly: undefined,
  required: false,
});

const SingleValue = ({ field, value, onChange }: FilterValueProps) => {
  const { Edit } = kindOf(edited(field));
  return (
    <Labelled>
      {(control) =>
        field.type === 'datetime' ? (
          <DatePicker
            value={typeof value === 'string' ? value : null}
            onChange={onChange}
            control={control}
          />
        ) : (
          <Edit field={edited(field)} value={value} onChange={onChange} control={control} errors={{}} />
        )
      }
    </Labelled>
  );
};

const OneRecord = ({ field, value, onChange }: FilterValueProps) => {
  const text = useResourceText();
  const search = useRefSearch(field);
  const ids = idsOf(value);
  const names = useRefNames(field, typeof value === 'string' ? ids : []);
  const [id] = ids;
  return (
    <Labelled>
      {(control) => (
        <Picker
          value={id ? { id, label: names.get(id) ?? asChoice(value)?.label ?? id } : null}
          onChange={onChange}
          search={search}
          control={control}
          placeholder={text('ref.search')}
        />
      )}
    </Labelled>
  );
};

const Records = ({ field, value, onChange }: FilterValueProps) => {
  const text = useResourceText();
  const search = useRefSearch(field);
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const names = useRefNames(
    field,
    items.filter((item): item is string => typeof item === 'string'),
  );
  const choices = items
    .map(asChoice)
    .filter((choice): choice is Choice => choice !== null)
    .map((choice) => ({ ...choice, label: names.get(choice.id) ?? choice.label }));
  return (
    <Labelled>
      {(control) => (
        <MultiPicker
          value={choices}
          onChange={onChange}
          search={search}
          control={control}
          placeholder={text('ref.search')}
        />
      )}
    </Labelled>
  );
};

const Boxes = ({ field, value, onChange }: FilterValueProps) => {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <div className="r-boxes" role="group" aria-label={field.label[useLanguage()]}>
      {enumOptions(field, useLanguage()).map((option) => (
        <Check
          key={option.value}
          label={option.label}
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

const YesOrNo = ({ field, value, onChange }: FilterValueProps) => {
  const text = useResourceText();
  return (
    <Select
      aria-label={field.label[useLanguage()]}
      options={[
        { value: 'true', label: text('yes') },
        { value: 'false', label: text('no') },
      ]}
      value={String(value === true)}
      onChange={(event) => onChange(event.target.value === 'true')}
    />
  );
};

const Emptiness = ({ field, value, onChange }: FilterValueProps) => {
  const text = useResourceText();
  return (
    <Select
      aria-label={field.label[useLanguage()]}
      options={[
        { value: 'true', label: text('op.empty.true') },
        { value: 'false', label: text('op.empty.false') },
      ]}
      value={String(value !== false)}
      onChange={(event) => onChange(event.target.value === 'true')}
    />
  );
};

const asBounds = (value: unknown): Bounds =>
  typeof value === 'object' && value !== null && 'from' in value
    ? (value as Bounds)
    : { from: null, to: null };

const Range = ({ field, value, onChange }: FilterValueProps) => {
  const text = useResourceText();
  const bounds = asBounds(value);
  const days = field.type === 'date' || field.type === 'datetime';
  const { Edit } = kindOf(edited(field));
  const bound = (side: 'from' | 'to') => (
    <Field label={text(`list.filter.${side}`)} required>
      {(control) =>
        days ? (
          <DatePicker
            value={typeof bounds[side] === 'string' ? bounds[side] : null}
            onChange={(next) => onChange({ ...bounds, [side]: next })}
            control={control}
          />
        ) : (
          <Edit
            field={edited(field)}
            value={bounds[side]}
            onChange={(next) => onChange({ ...bounds, [side]: next })}
            control={control}
            errors={{}}
          />
        )
      }
    </Field>
  );
  return (
    <div className="r-range">
      {bound('from')}
      {bound('to')}
    </div>
  );
};

/** Choice of a period relative to today. */
const Periods = ({ value, onChange }: FilterValueProps) => {
  const text = useResourceText();
  return (
    <div className="r-quick-ranges" role="group" aria-label={text('list.filter.quick')}>
      {PERIODS.map((period) => (
        <button
          key={period}
          type="button"
          aria-pressed={period === value}
          data-testid={`range-${period}`}
          onClick={() => onChange(period)}
        >
          {text(`range.${period}`)}
        </button>
      ))}
    </div>
  );
};
