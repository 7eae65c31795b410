import { ArrowLeft, Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Button, Input, Select, useLanguage } from '@coulisse/ui-kit';
import {
  type Comparison,
  editedValue,
  type EditorOp,
  type Filter,
  filtersOf,
  operatorsOf,
  useResourceText,
} from '@coulisse/resource-client';
import { FilterValue } from './filter-value';

/** Above this number of fields, a search box is shown. */
const MANY = 10;

interface FieldChoiceProps {
  fields: readonly FieldDescriptor[];
  onChoose: (field: FieldDescriptor) => void;
}

/** Chooses the field of a new filter. */
export const FieldChoice = ({ fields, onChoose }: FieldChoiceProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const words = typed.trim().toLocaleLowerCase();
  const shown = fields.filter((field) => field.label[language].toLocaleLowerCase().includes(words));
  return (
    <>
      <div className="c-menu-title">{text('list.filter.field')}</div>
      {fields.length > MANY && (
        <div className="r-search r-search-small">
          <Search className="c-icon" aria-hidden />
          <Input
            autoFocus
            type="search"
            aria-label={text('list.filter.find')}
            placeholder={text('list.filter.find')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              const [only] = shown;
              if (event.key !== 'Enter' || !only || !words) return;
              event.preventDefault();
              onChoose(only);
            }}
          />
        </div>
      )}
      <div className="r-field-choice">
        {shown.map((field) => (
          <button key={field.name} type="button" className="c-menu-item" onClick={() => onChoose(field)}>
            {field.label[language]}
          </button>
        ))}
        {shown.length === 0 && <p className="c-faint r-menu-note">{text('list.filter.noField')}</p>}
      </div>
    </>
  );
};

interface FilterEditorProps {
  field: FieldDescriptor;
  /** The comparison being edited; undefined for a new one. */
  comparison?: Comparison;
  onApply: (filters: Filter[]) => void;
  /** Returns to the choice of the field. */
  onBack?: () => void;
  onRemove?: () => void;
}

/** Initial value of a comparison. */
export const initialValue = (field: FieldDescriptor, op: EditorOp): unknown =>
  op === 'empty' || field.type === 'bool' ? true : op === 'in' ? [] : null;

/** Editor of a comparison: operator and value. */
export const FilterEditor = ({ field, comparison, onApply, onBack, onRemove }: FilterEditorProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const operators = operatorsOf(field);
  const [op, setOp] = useState<EditorOp>(comparison?.op ?? operators[0] ?? 'eq');
  const [value, setValue] = useState<unknown>(
    comparison ? editedValue(field, comparison) : initialValue(field, op),
  );
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Focus the quick periods, else the value; not the operator, whose default is usually right.
    const quick = form.current?.querySelector<HTMLElement>('.r-quick-ranges button');
    const controls = form.current?.querySelectorAll<HTMLElement>('select, input, textarea');
    (quick ?? controls?.[operators.length > 1 ? 1 : 0] ?? controls?.[0])?.focus();
  }, [operators.length]);
  const choose = (next: EditorOp) => {
    const alike = shapeOf(field, next) === shapeOf(field, op);
    setOp(next);
    if (!alike) setValue(initialValue(field, next));
  };
  const filters = filtersOf(field, op, value);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (filters.length > 0) onApply(filters);
    else onRemove?.();
  };
  return (
    <form ref={form} className="r-filter-editor" onSubmit={apply}>
      <header>
        {onBack && (
          <Button
            kind="quiet"
            size="small"
            square
            aria-label={text('list.filter.back')}
            icon={<ArrowLeft aria-hidden />}
            onClick={onBack}
          />
        )}
        <b>{field.label[language]}</b>
      </header>
      {operators.length > 1 && (
        <Select
          aria-label={text('list.filter.op')}
          options={operators.map((choice) => ({ value: choice, label: text(`op.${choice}`) }))}
          value={op}
          onChange={(event) => choose(event.target.value as EditorOp)}
        />
      )}
      <FilterValue field={field} op={op} value={value} onChange={setValue} />
      <div className="c-actions">
        <Button
          kind="main"
          type="submit"
          data-testid="filter-apply"
          disabled={!onRemove && filters.length === 0}
        >
          {text('list.filter.apply')}
        </Button>
        {onRemove && (
          <Button kind="danger" onClick={onRemove}>
            {text('list.filter.delete')}
          </Button>
        )}
      </div>
    </form>
  );
};

/** A value is kept when the operator changes only if both operators use the same type of value. */
const shapeOf = (field: FieldDescriptor, op: EditorOp): string =>
  op === 'between' || op === 'within' || op === 'empty' ? op : op === 'in' ? 'several' : field.type;
