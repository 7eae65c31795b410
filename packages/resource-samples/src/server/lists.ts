import type { FieldDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import type { GroupAnswer, ListAnswer } from '@coulisse/resource-client';
import { comparable, selected } from './filters';
import { SampleProblem } from './problem';
import type { SampleRequest } from './request';
import type { SampleStore } from './store';

const USUAL_SIZE = 25;

const sumsOf = ({ descriptor }: SampleStore, rows: readonly ResourceRow[]): Record<string, string> =>
  Object.fromEntries(
    descriptor.sums.map((name) => {
      const sum = rows.reduce((total, row) => total + Number(row[name] ?? 0), 0);
      const type = descriptor.fields.find((field) => field.name === name)?.type;
      return [name, type === 'money' ? sum.toFixed(2) : String(sum)];
    }),
  );

/** A cursor is the offset of its page. */
const offsetOf = (query: URLSearchParams, size: number): number =>
  query.has('after') ? Number(query.get('after')) : (Number(query.get('page') ?? 1) - 1) * size;

/** One page; a row has only the requested columns. */
export const listAnswer = (store: SampleStore, { query }: SampleRequest): ListAnswer => {
  const found = selected(store.descriptor, store.rows, query);
  const size = Number(query.get('size') ?? USUAL_SIZE);
  const offset = offsetOf(query, size);
  const columns = query.get('columns')?.split(',') ?? [...store.descriptor.list];
  const items = found.slice(offset, offset + size).map((row) => ({
    id: row.id,
    version: Number(row['version']),
    ...Object.fromEntries(columns.map((name) => [name, row[name] ?? null])),
  }));
  return {
    items,
    page: {
      size,
      ...(query.has('after') ? {} : { number: Number(query.get('page') ?? 1) }),
      next: offset + size < found.length ? String(offset + size) : null,
      previous: offset > 0 ? String(Math.max(0, offset - size)) : null,
      total: query.get('total') === 'none' ? null : found.length,
      exact: true,
    },
    sums: sumsOf(store, found),
  };
};

export const totalsAnswer = (store: SampleStore, { query }: SampleRequest) => {
  const found = selected(store.descriptor, store.rows, query);
  return { total: found.length, sums: sumsOf(store, found) };
};

const labelOf = (field: FieldDescriptor, rows: readonly ResourceRow[]): { label?: string } => {
  const value = rows[0]?.[field.name];
  return field.type === 'ref' && typeof value === 'object' && value !== null && 'label' in value
    ? { label: String(value.label) }
    : {};
};

/** One group for each value; those of an enumeration without a record are empty. */
export const groupsAnswer = (store: SampleStore, { query }: SampleRequest): { groups: GroupAnswer[] } => {
  const field = store.descriptor.fields.find(({ name }) => name === query.get('by'));
  if (!field?.filterable)
    throw new SampleProblem('validation.failed', [{ pointer: '/by', code: 'validation.choice' }]);
  const found = selected(store.descriptor, store.rows, query);
  const values = [...new Set([...found.map((row) => comparable(row[field.name])), ...(field.enum ?? [])])];
  const groups = values.map((value): GroupAnswer => {
    const rows = found.filter((row) => comparable(row[field.name]) === value);
    return { value: value || null, ...labelOf(field, rows), total: rows.length, sums: sumsOf(store, rows) };
  });
  return { groups: groups.sort((left, right) => right.total - left.total) };
};

export const neighboursAnswer = (store: SampleStore, { query }: SampleRequest, id: string) => {
  const ids = selected(store.descriptor, store.rows, query).map((row) => row.id);
  const place = ids.indexOf(id);
  return {
    previous: ids[place - 1] ?? null,
    next: place < 0 ? null : (ids[place + 1] ?? null),
    place: place < 0 ? null : place + 1,
    total: ids.length,
  };
};
