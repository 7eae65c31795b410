import { type ReactNode, useId } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { PERIODS } from '@coulisse/resource/periods';
import { Check, Field, type FieldControl, Select, useLanguage } from '@coulisse/ui-kit';
import { type Choice, DatePicker, MultiPicker, Picker } from '@coulisse/ui-kit/complex';
import type { Bounds, EditorOp } from '../data/filter-operators';
import { kindOf } from '../fields';
import { enumOptions } from '../fields/enumeration-field';
import { asChoice, useRefSearch } from '../fields/ref-field';
import { useResourceText } from '../locales';
import { useRefNames } from './use-ref-names';

interface FilterValueProps {
  field: FieldDescriptor;
  op: EditorOp;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** What a field is compared with, edited as its kind and the comparison need. */
export const FilterValue = (props: FilterValueProps) => {
  const { field, op } = props;
  if (op === 'empty') return <Emptiness {...props} />;
  if (op === 'within') return <Periods {...props} />;
  if (op === 'between') return <Range {...props} />;
  if (field.type === 'bool') return <YesOrNo {...props} />;
  if (op === 'in' && field.enum) return <Boxes {...props} />;
  if (field.ref) return op === 'in' ? <Records {...props} /> : <OneRecord {...props} />;
  return <One {...props} />;
};

const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value ? [value] : []).map((one) => asChoice(one)?.id ?? '').filter(Boolean);

const Labelled = ({ children }: { children: (control: FieldControl) => ReactNode }) => {
  const text = useResourceText();
  return (
    <Field id={useId()} label={text('list.filter.value')} required hideLabel>
      {children}
    </Field>
  );
};

/** A day stands for an instant: nobody filters by the minute. */
const edited = (field: FieldDescriptor): FieldDescriptor => ({
  ...field,
  type: field.type === 'list' ? (field.of ?? 'text') : field.type,
  readonly: undefined,
  required: false,
});

const One = ({ field, value, onChange }: FilterValueProps) => {
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
  const given = Array.isArray(value) ? (value as unknown[]) : [];
  const names = useRefNames(
    field,
    given.filter((one): one is string => typeof one === 'string'),
  );
  const choices = given
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
              event.target.checked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value),
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

/** Periods that move with the day, one of which is chosen. */
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
