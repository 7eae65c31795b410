import type { FieldDescriptor } from '@coulisse/mfe-kit';
import type { Language } from '@coulisse/ui-kit/format';
import type { Filter } from './filter-group';
import { operatorsOf } from './filter-operators';
import { typedNumber } from '../values/values';

/** A suggestion to search one field only for the typed text. */
export interface Suggestion {
  field: FieldDescriptor;
  filter: Filter;
  /** The label of the value; the typed text where the value has no label. */
  value: string;
}

const MOST_VALUES = 4;
const MOST_TEXTS = 6;
const TEXTS = new Set(['text', 'email', 'phone', 'url', 'number', 'longText']);
const NUMBERS = new Set(['int', 'money', 'decimal']);

/** Without accents and capitals: "validee" finds "Validée". */
const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase();

/** '3/12/2026', '03.12.26' → '2026-12-03'; null when it is not a date. */
export const typedDay = (typed: string): string | null => {
  const match = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(typed.trim());
  if (!match) return null;
  const [, day = '', month = '', year = ''] = match;
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : null;
};

/** Values whose label contains the typed text, then fields that may contain it, those of `columns` first. */
export const suggestionsFor = (
  typed: string,
  fields: readonly FieldDescriptor[],
  columns: readonly string[],
  language: Language,
): Suggestion[] => {
  const words = typed.trim();
  if (!words) return [];
  const usable = fields.filter((field) => operatorsOf(field).length > 0);
  const shown = (field: FieldDescriptor) => columns.includes(field.name);
  const values = usable.flatMap((field) =>
    field.type !== 'enumeration'
      ? []
      : (field.enum ?? [])
          .map((value) => ({ value, name: field.enumLabels?.[value]?.[language] ?? value }))
          .filter(({ name }) => bare(name).includes(bare(words)))
          .map(({ value, name }) => ({
            field,
            filter: { field: field.name, op: 'in' as const, value },
            value: name,
          })),
  );
  const exact = usable.flatMap((field): Suggestion[] => {
    const day = field.type === 'date' ? typedDay(words) : null;
    if (day) return [{ field, filter: { field: field.name, op: 'eq', value: day }, value: words }];
    const number = NUMBERS.has(field.type) && shown(field) ? typedNumber(words) : '';
    if (!/^-?\d+(\.\d+)?$/.test(number) || (field.type === 'int' && number.includes('.'))) return [];
    return [{ field, filter: { field: field.name, op: 'eq', value: number }, value: words }];
  });
  const texts = usable
    .filter((field) => TEXTS.has(field.type) && (field.searchable || shown(field)))
    .map((field): Suggestion => ({
      field,
      filter: { field: field.name, op: 'contains', value: words },
      value: words,
    }));
  return [...values.slice(0, MOST_VALUES), ...texts.slice(0, MOST_TEXTS), ...exact.slice(0, MOST_VALUES)];
};

/** Adds the value to the existing filter of its field, or adds a new filter. */
export const withSuggestion = (filters: readonly Filter[], { filter }: Suggestion): Filter[] => {
  const same = filters.find((other) => other.field === filter.field && other.op === filter.op);
  if (!same) return [...filters, filter];
  const values = same.value.split(',');
  const joined =
    filter.op === 'in'
      ? [...values.filter((value) => value !== filter.value), filter.value].join(',')
      : filter.value;
  return filters.map((other) => (other === same ? { ...same, value: joined } : other));
};
