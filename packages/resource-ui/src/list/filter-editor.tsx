import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Button, Check, Field, Select, useLanguage } from '@coulisse/ui-kit';
import type { Filter, FilterOp } from '../data/list-state';
import { bodyValue, isEmpty } from '../data/values';
import { kindOf } from '../fields';
import { enumOptions } from '../fields/enumeration-field';
import { useResourceText } from '../locales';

interface FilterEditorProps {
  fields: readonly FieldDescriptor[];
  onApply: (filter: Filter) => void;
}

/** First the field, then how and with what it is compared. */
export const FilterEditor = ({ fields, onApply }: FilterEditorProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const [field, setField] = useState<FieldDescriptor | null>(null);
  if (field) return <Comparison field={field} onApply={onApply} onBack={() => setField(null)} />;
  return (
    <>
      <div className="c-menu-title">{text('list.filter.field')}</div>
      {fields.map((choice) => (
        <button key={choice.name} type="button" className="c-menu-item" onClick={() => setField(choice)}>
          {choice.label[language]}
        </button>
      ))}
    </>
  );
};

const Comparison = ({
  field,
  onApply,
  onBack,
}: {
  field: FieldDescriptor;
  onApply: (filter: Filter) => void;
  onBack: () => void;
}) => {
  const text = useResourceText();
  const language = useLanguage();
  const id = useId();
  const kind = kindOf(field);
  const [op, setOp] = useState<FilterOp>(kind.filters[0] ?? 'eq');
  const [value, setValue] = useState<unknown>(field.type === 'bool' ? true : null);
  const Edit = kind.Edit;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), []);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const written = op === 'empty' ? 'true' : filterValue(field, value);
    if (written) onApply({ field: field.name, op, value: written });
  };
  return (
    <form ref={form} className="r-filter-editor" onSubmit={apply}>
      <header>
        <Button
          kind="quiet"
          size="small"
          square
          aria-label={text('list.filter.back')}
          icon={<ArrowLeft aria-hidden />}
          onClick={onBack}
        />
        <b>{field.label[language]}</b>
      </header>
      {kind.filters.length > 1 && (
        <Select
          aria-label={field.label[language]}
          options={kind.filters.map((choice) => ({ value: choice, label: text(`op.${choice}`) }))}
          value={op}
          onChange={(event) => setOp(event.target.value as FilterOp)}
        />
      )}
      {op === 'in' && <Boxes field={field} value={value} onChange={setValue} />}
      {op !== 'in' && op !== 'empty' && (
        <Field id={id} label={text('list.filter.value')} required hideLabel>
          {(control) => (
            <Edit
              field={{ ...field, readonly: undefined }}
              value={value}
              onChange={setValue}
              control={control}
              errors={{}}
            />
          )}
        </Field>
      )}
      <Button kind="main" type="submit" wide>
        {text('list.filter.apply')}
      </Button>
    </form>
  );
};

const Boxes = ({
  field,
  value,
  onChange,
}: {
  field: FieldDescriptor;
  value: unknown;
  onChange: (value: string[]) => void;
}) => {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <div className="r-boxes">
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

const filterValue = (field: FieldDescriptor, value: unknown): string => {
  if (Array.isArray(value)) return value.join(',');
  const body = bodyValue(field, value);
  return isEmpty(body) ? '' : String(body);
};
