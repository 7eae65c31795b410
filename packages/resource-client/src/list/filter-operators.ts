import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { dayOf, endOfDayInstant, startOfDayInstant } from '../values/date-ranges';
import type { Filter, FilterOp } from './filter-group';
import { bodyValue, isEmpty } from '../values/values';

/** Operators of the editor: `between` stands for the two bounds of one field. */
export type EditorOp = FilterOp | 'between';

const TEXT: readonly EditorOp[] = ['contains', 'eq', 'ne', 'empty'];
const NUMBER: readonly EditorOp[] = ['gte', 'lte', 'between', 'eq', 'ne', 'empty'];
const CODE: readonly EditorOp[] = ['eq', 'ne', 'empty'];
const SEVERAL: readonly EditorOp[] = ['contains', 'empty'];

const BY_TYPE: Partial<Record<FieldDescriptor['type'], readonly EditorOp[]>> = {
  enumeration: ['in', 'ne', 'empty'],
  bool: ['eq'],
  ref: ['in', 'ne', 'empty'],
  refs: SEVERAL,
  list: SEVERAL,
  int: NUMBER,
  duration: NUMBER,
  decimal: NUMBER,
  money: NUMBER,
  percent: NUMBER,
  date: ['within', 'between', 'gte', 'lte', 'eq', 'empty'],
  datetime: ['within', 'between', 'gte', 'lte', 'empty'],
  time: ['eq', 'gte', 'lte', 'empty'],
  country: CODE,
  language: CODE,
  currency: CODE,
  color: ['eq', 'empty'],
  file: ['empty'],
  image: ['empty'],
};

/** Operators that apply to a field, the default first; none where it cannot be filtered. */
export const operatorsOf = (field: FieldDescriptor): readonly EditorOp[] => {
  if (!field.filterable) return [];
  const all = BY_TYPE[field.type] ?? TEXT;
  return field.required ? all.filter((op) => op !== 'empty') : all;
};

/** Two bounds, either of which may be open. */
export interface Bounds {
  from: unknown;
  to: unknown;
}

const isBounds = (value: unknown): value is Bounds =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

/** Filters of one comparison; none without a value. For instants, a day covers its whole length. */
export const filtersOf = (field: FieldDescriptor, op: EditorOp, value: unknown): Filter[] => {
  if (op === 'between') {
    const { from, to } = isBounds(value) ? value : { from: null, to: null };
    return [...filtersOf(field, 'gte', from), ...filtersOf(field, 'lte', to)];
  }
  if (op === 'empty') return [{ field: field.name, op, value: value === false ? 'false' : 'true' }];
  if (op === 'within') return typeof value === 'string' && value ? [{ field: field.name, op, value }] : [];
  const written = Array.isArray(value) ? value.map(idOf).join(',') : single(field, op, value);
  return written ? [{ field: field.name, op, value: written }] : [];
};

const idOf = (value: unknown): string =>
  String(typeof value === 'object' && value !== null && 'id' in value ? value.id : value);

const single = (field: FieldDescriptor, op: FilterOp, value: unknown): string => {
  const body = field.type === 'refs' || field.type === 'list' ? idOf(value ?? '') : bodyValue(field, value);
  if (isEmpty(body)) return '';
  const text = String(body);
  if (field.type !== 'datetime') return text;
  return op === 'lte' ? endOfDayInstant(text) : startOfDayInstant(text);
};

/** A comparison as one chip, or one line of the editor, shows it. */
export interface Comparison {
  field: string;
  op: EditorOp;
  /** One filter, or the two bounds of a range. */
  filters: Filter[];
}

export const comparisonsOf = (filters: readonly Filter[]): Comparison[] => {
  const upper = (filter: Filter) =>
    filters.find((other) => other.field === filter.field && other.op === 'lte' && filter.op === 'gte');
  const lower = (filter: Filter) =>
    filters.some((other) => other.field === filter.field && other.op === 'gte' && filter.op === 'lte');
  return filters.flatMap((filter): Comparison[] => {
    if (lower(filter)) return [];
    const bound = upper(filter);
    return [
      bound
        ? { field: filter.field, op: 'between', filters: [filter, bound] }
        : { field: filter.field, op: filter.op, filters: [filter] },
    ];
  });
};

/** Initial value of the editor of a comparison. */
export const editedValue = (field: FieldDescriptor, { op, filters }: Comparison): unknown => {
  const [first, second] = filters;
  if (op === 'between') return { from: plain(field, first), to: plain(field, second) };
  if (op === 'empty') return first?.value !== 'false';
  if (op === 'in') return first?.value.split(',') ?? [];
  if (op === 'within') return first?.value ?? null;
  if (field.type === 'bool') return first?.value === 'true';
  return plain(field, first);
};

const plain = (field: FieldDescriptor, filter: Filter | undefined): string | null => {
  if (!filter) return null;
  return field.type === 'datetime' ? dayOf(filter.value) : filter.value;
};

/** The filters with one comparison replaced, removed (`next` empty) or added (`former` null). */
export const withComparison = (
  filters: readonly Filter[],
  former: Comparison | null,
  next: readonly Filter[],
): Filter[] => {
  const remaining = filters.filter(
    (filter) =>
      !former?.filters.includes(filter) &&
      !next.some((other) => other.field === filter.field && other.op === filter.op),
  );
  const place = former ? filters.indexOf(former.filters[0] as Filter) : remaining.length;
  return [...remaining.slice(0, place), ...next, ...remaining.slice(place)];
};
