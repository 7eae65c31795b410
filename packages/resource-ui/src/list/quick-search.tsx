import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { Input, useLanguage } from '@coulisse/ui-kit';
import {
  type ListControl,
  type Suggestion,
  suggestionsFor,
  useResourceText,
  withSuggestion,
} from '@coulisse/resource-client';

const TYPING_PAUSE = 250;

interface QuickSearchProps {
  descriptor: ResourceDescriptor;
  list: ListControl;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Searches all fields while typing; choosing a suggestion adds a filter on one field. */
export const QuickSearch = ({ descriptor, list, inputRef }: QuickSearchProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const id = useId();
  const { query } = list.state;
  const [typed, setTyped] = useState(query);
  const [lastQuery, setLastQuery] = useState(query);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  // The URL changed (the back button): the text follows it.
  if (query !== lastQuery) {
    setLastQuery(query);
    setTyped(query);
  }
  useEffect(() => {
    if (typed.trim() === query) return;
    const timer = setTimeout(() => list.change({ query: typed.trim() }, true), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed, query, list]);

  const searched = descriptor.fields.filter((field) => field.searchable);
  const shown = list.columns.map(({ field }) => field.name);
  const suggestions = suggestionsFor(typed, descriptor.fields, shown, language);
  const expanded = open && suggestions.length > 0;
  const choose = (suggestion: Suggestion | undefined) => {
    setOpen(false);
    setActive(-1);
    if (!suggestion) return list.change({ query: typed.trim() }, true);
    setTyped('');
    setLastQuery('');
    list.change({ query: '', filters: withSuggestion(list.state.filters, suggestion) });
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && suggestions.length > 0) {
      event.preventDefault();
      setOpen(true);
      // Index -1 stands for "everywhere", the search of the text itself.
      const places = suggestions.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter') choose(expanded ? suggestions[active] : undefined);
    else if (event.key === 'Escape') {
      // The browser would clear the text.
      event.preventDefault();
      if (expanded) setOpen(false);
      else event.currentTarget.blur();
    }
  };
  if (searched.length === 0) return null;
  const names = searched.map((field) => field.label[language].toLocaleLowerCase()).join(', ');
  return (
    <div
      className="r-search"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Search className="c-icon" aria-hidden />
      <Input
        ref={inputRef}
        type="search"
        role="combobox"
        aria-label={text('list.search')}
        aria-autocomplete="list"
        aria-expanded={expanded}
        aria-controls={`${id}-list`}
        aria-activedescendant={expanded && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        data-testid="list-search"
        value={typed}
        placeholder={text('list.searchIn', { fields: names })}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={keys}
      />
      <kbd aria-hidden>/</kbd>
      {expanded && (
        <div className="r-suggestions" role="listbox" id={`${id}-list`} aria-label={text('list.search.in')}>
          <div className="c-menu-title" aria-hidden>
            {text('list.search.in')}
          </div>
          {suggestions.map((suggestion, index) => (
            <div
              key={`${suggestion.filter.field}.${suggestion.filter.value}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className="c-menu-item"
              // The input must keep the focus.
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setActive(index)}
              onClick={() => choose(suggestion)}
            >
              <span className="c-faint">{suggestion.field.label[language]}</span>
              <b>{suggestion.value}</b>
            </div>
          ))}
        </div>
      )}
    </div>
  );
};
