import { ListFilter, Search, X } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Input, type Language, Menu, useLanguage } from '@coulisse/ui-kit';
import { type Filter, withFilter } from '../data/list-state';
import { kindOf } from '../fields';
import { useResourceText } from '../locales';
import { fieldNamed, filterable } from './columns';
import { useRefName } from './use-ref-name';
import { FilterEditor } from './filter-editor';
import type { ListControl } from './use-list';

const TYPING_PAUSE = 250;

interface FilterBarProps {
  descriptor: ResourceDescriptor;
  list: ListControl;
  searchRef: RefObject<HTMLInputElement | null>;
}

export const FilterBar = ({ descriptor, list, searchRef }: FilterBarProps) => {
  const text = useResourceText();
  const { filters } = list.state;
  const setFilters = (next: Filter[]) => list.change({ filters: next });
  return (
    <div className="r-filters" role="search">
      <QuickSearch descriptor={descriptor} list={list} inputRef={searchRef} />
      <Menu
        side="left"
        label={text('list.filter')}
        trigger={(trigger) => (
          <Button kind="quiet" icon={<ListFilter aria-hidden />} {...trigger}>
            {text('list.filter')}
          </Button>
        )}
      >
        {(close) => (
          <FilterEditor
            fields={filterable(descriptor)}
            onApply={(filter) => {
              setFilters(withFilter(filters, filter));
              close();
            }}
          />
        )}
      </Menu>
      {filters.map((filter) => {
        const field = fieldNamed(descriptor, filter.field);
        return (
          field && (
            <FilterChip
              key={`${filter.field}.${filter.op}`}
              field={field}
              filter={filter}
              onRemove={() => setFilters(filters.filter((other) => other !== filter))}
            />
          )
        );
      })}
      {filters.length > 1 && (
        <Button kind="quiet" size="small" onClick={() => setFilters([])}>
          {text('list.filter.clear')}
        </Button>
      )}
    </div>
  );
};

const QuickSearch = ({
  descriptor,
  list,
  inputRef,
}: {
  descriptor: ResourceDescriptor;
  list: ListControl;
  inputRef: RefObject<HTMLInputElement | null>;
}) => {
  const text = useResourceText();
  const language = useLanguage();
  const { query } = list.state;
  const [typed, setTyped] = useState(query);
  const [asked, setAsked] = useState(query);
  // The address changed by itself (the back button): the box follows it.
  if (query !== asked) {
    setAsked(query);
    setTyped(query);
  }
  useEffect(() => {
    if (typed === query) return;
    const timer = setTimeout(() => list.change({ query: typed.trim() }, true), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed, query, list]);
  const searched = descriptor.fields.filter((field) => field.searchable);
  if (searched.length === 0) return null;
  const names = searched.map((field) => field.label[language].toLocaleLowerCase()).join(', ');
  return (
    <label className="r-search">
      <Search className="c-icon" aria-hidden />
      <span className="c-hidden">{text('list.search')}</span>
      <Input
        ref={inputRef}
        type="search"
        value={typed}
        placeholder={text('list.searchIn', { fields: names })}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <kbd aria-hidden>/</kbd>
    </label>
  );
};

const FilterChip = ({
  field,
  filter,
  onRemove,
}: {
  field: FieldDescriptor;
  filter: Filter;
  onRemove: () => void;
}) => {
  const text = useResourceText();
  const language = useLanguage();
  const name = useRefName(field, filter);
  const value = name ?? filterText(field, filter, language, text);
  const label = field.label[language];
  return (
    <span className="r-filter">
      {label} <b>{value}</b>
      <button
        type="button"
        aria-label={text('list.filter.remove', { filter: `${label} ${value}` })}
        onClick={onRemove}
      >
        <X className="c-icon" aria-hidden />
      </button>
    </span>
  );
};

const filterText = (
  field: FieldDescriptor,
  { op, value }: Filter,
  language: Language,
  text: (key: string) => string,
): string => {
  if (op === 'empty') return text(value === 'false' ? 'op.empty.false' : 'op.empty.true');
  const shown = kindOf(field).text(field.type === 'bool' ? value === 'true' : value, field, language);
  return op === 'eq' || op === 'in' ? shown : `${text(`op.${op}`)} ${shown}`;
};
