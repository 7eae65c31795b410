import type { FieldDescriptor, ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import type { Filter, FilterGroup } from '@coulisse/resource-client';
import { SampleProblem } from './problem';

/** Without case and accents: a search for « epee » finds « Épée ». */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const isPointer = (value: unknown): value is { id: string; label: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'label' in value;

/** The value that filters compare: the id of a reference. */
export const comparable = (value: unknown): string => {
  if (isPointer(value)) return value.id;
  return value === null || value === undefined ? '' : String(value);
};

/** The value that lists are sorted by: the label of a reference. */
const sortable = (field: FieldDescriptor | undefined, value: unknown): string | number => {
  if (isPointer(value)) return folded(value.label);
  if (['int', 'decimal', 'money', 'percent', 'duration'].includes(field?.type ?? ''))
    return Number(value ?? 0);
  return folded(comparable(value));
};

const compared = (left: string, right: string): number => {
  const [a, b] = [Number(left), Number(right)];
  return Number.isNaN(a) || Number.isNaN(b) ? left.localeCompare(right) : a - b;
};

const matches = (row: ResourceRow, { field, op, value }: Filter): boolean => {
  const own = comparable(row[field]);
  if (op === 'empty') return (own === '') === (value === 'true');
  if (op === 'eq') return own === value;
  if (op === 'ne') return own !== value;
  if (op === 'in') return value.split(',').includes(own);
  if (op === 'contains') return folded(own).includes(folded(value));
  if (op === 'within')
    throw new SampleProblem('validation.failed', [{ pointer: `/f.${field}`, code: 'validation.choice' }]);
  if (own === '') return false;
  return op === 'gte' ? compared(own, value) >= 0 : compared(own, value) <= 0;
};

const inGroup = (row: ResourceRow, group: FilterGroup): boolean => {
  const results = group.rules.map((rule) => ('rules' in rule ? inGroup(row, rule) : matches(row, rule)));
  return group.match === 'all' ? results.every(Boolean) : results.some(Boolean);
};

const FILTER = /^f\.(\w+)\.(\w+)$/;
const OPS: readonly Filter['op'][] = ['eq', 'ne', 'contains', 'in', 'gte', 'lte', 'within', 'empty'];

const filtersOf = (query: URLSearchParams): Filter[] =>
  [...query].flatMap(([name, value]) => {
    const [, field, operator] = FILTER.exec(name) ?? [];
    const op = OPS.find((candidate) => candidate === operator);
    return field && op ? [{ field, op, value }] : [];
  });

const isFilterGroup = (value: unknown): value is FilterGroup =>
  typeof value === 'object' && value !== null && 'rules' in value && 'match' in value;

const groupOf = (query: URLSearchParams): FilterGroup | null => {
  const group: unknown = JSON.parse(query.get('filter') ?? 'null');
  return isFilterGroup(group) ? group : null;
};

/** The records that a list query finds, in its order. */
export const selected = (
  { fields, sort }: ResourceDescriptor,
  rows: readonly ResourceRow[],
  query: URLSearchParams,
): ResourceRow[] => {
  const words = folded(query.get('q') ?? '');
  const searched = fields.filter((field) => field.searchable).map(({ name }) => name);
  const filters = filtersOf(query);
  const group = groupOf(query);
  const archived = query.get('archived') ?? 'no';
  const found = rows.filter(
    (row) =>
      (archived === 'all' || (row['isArchived'] === true) === (archived === 'yes')) &&
      (!words || searched.some((name) => folded(comparable(row[name])).includes(words))) &&
      filters.every((filter) => matches(row, filter)) &&
      (group === null || inGroup(row, group)),
  );
  return sorted(fields, found, query.get('sort') || sort);
};

const sorted = (
  fields: readonly FieldDescriptor[],
  rows: readonly ResourceRow[],
  sort: string,
): ResourceRow[] => {
  const name = sort.replace(/^-/, '');
  const field = fields.find((candidate) => candidate.name === name);
  const sign = sort.startsWith('-') ? -1 : 1;
  return [...rows].sort((left, right) => {
    const [a, b] = [sortable(field, left[name]), sortable(field, right[name])];
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
    return sign * (order || left.id.localeCompare(right.id));
  });
};
