import { isSortable, type FieldSpec, type StoredColumn } from '@coulisse/resource';
import type { MessageId } from '@coulisse/contracts';
import { Problem } from '../problem/problem';
import type { Statements } from './statements';

export const OPERATORS = ['eq', 'ne', 'contains', 'in', 'gte', 'lte', 'empty'] as const;
type Operator = (typeof OPERATORS)[number];

export interface Filter {
  column: StoredColumn;
  operator: Operator;
  value: string;
}
export interface Cursor {
  /** Value of the sort column; null when it has none. */
  v: string | null;
  id: string;
  back?: true;
}
/** A list as it was asked for, every part checked. */
export interface ListQuery {
  size: number;
  /** Page mode; otherwise it goes on from the cursor. */
  number?: number;
  cursor?: Cursor;
  sort: StoredColumn;
  descending: boolean;
  search: string;
  filters: Filter[];
}

export type RawQuery = Readonly<Record<string, unknown>>;
const refuse = (name: string, code: MessageId, params?: Record<string, number>): never => {
  throw new Problem('validation.failed', {
    errors: [{ pointer: `/${name}`, code, ...(params ? { params } : {}) }],
  });
};
function wholeNumber(name: string, value: unknown, initial: number, max: number): number {
  if (value === undefined) return initial;
  if (!/^\d{1,9}$/.test(String(value))) return refuse(name, 'validation.integer');
  const number = Number(value);
  return number < 1 || number > max
    ? refuse(name, number < 1 ? 'validation.value-min' : 'validation.value-max', { min: 1, max })
    : number;
}

/** Columns that hold several values. */
export const isMany = (spec: FieldSpec) => spec.kind === 'refs' || spec.kind === 'list';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PATTERNS: Partial<Record<FieldSpec['kind'], RegExp>> = {
  int: /^-?\d{1,9}$/,
  decimal: /^-?\d{1,14}(\.\d{1,4})?$/,
  money: /^-?\d{1,12}(\.\d{1,2})?$/,
  percent: /^-?\d{1,3}(\.\d{1,4})?$/,
  bool: /^(true|false)$/,
  ref: UUID,
  refs: UUID,
};
/** A value of a filter that the database would not understand is the caller's mistake, not ours. */
function isComparable(spec: FieldSpec, value: string): boolean {
  if (value.includes('\0')) return false;
  if (spec.kind === 'enumeration') return !!spec.values?.includes(value);
  if (spec.kind === 'list') return !spec.of || isComparable(spec.of, value);
  if (spec.kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  if (spec.kind === 'datetime') return /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value));
  return PATTERNS[spec.kind]?.test(value) ?? true;
}

function filterOf(statements: Statements, name: string, value: string): Filter {
  const [, field = '', operator = 'eq', ...rest] = name.split('.');
  const column = statements.column(field);
  const known = OPERATORS.find((one) => one === operator);
  if (!column || !known || rest.length || column.spec.kind === 'json')
    return refuse(name, 'validation.extra-fields');
  const values = known === 'in' ? value.split(',') : [value];
  const comparable =
    known === 'empty'
      ? /^(true|false)$/.test(value)
      : known === 'contains' && !isMany(column.spec)
        ? !value.includes('\0')
        : undefined;
  if (!(comparable ?? values.every((one) => isComparable(column.spec, one))))
    return refuse(name, 'validation.format');
  return { column, operator: known, value };
}

const encodeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url');
function decodeCursor(text: string): Cursor {
  try {
    const { v, id, back } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<Cursor>;
    if ((v === null || typeof v === 'string') && typeof id === 'string' && UUID.test(id))
      return { v, id, ...(back ? { back } : {}) };
  } catch (error) {
    throw new Problem('request.malformed', { cause: error });
  }
  throw new Problem('request.malformed');
}

export function parseListQuery(statements: Statements, query: RawQuery): ListQuery {
  const { size, page, after, sort: asked, q, ...rest } = query;
  const order = typeof asked === 'string' && asked ? asked : statements.resource.sort;
  const sort = statements.column(order.replace(/^-/, ''));
  if (!sort || !isSortable(sort.spec)) return refuse('sort', 'validation.choice');
  const filters = Object.entries(rest).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) =>
      name.startsWith('f.') && typeof one === 'string'
        ? filterOf(statements, name, one)
        : refuse(name, 'validation.extra-fields'),
    ),
  );
  const search = typeof q === 'string' ? q.trim().slice(0, 200) : '';
  if (search.includes('\0')) return refuse('q', 'validation.format');
  const cursor = typeof after === 'string' && after ? decodeCursor(after) : undefined;
  if (
    cursor &&
    cursor.v !== null &&
    !isComparable(sort.spec.kind === 'ref' ? { kind: 'text' } : sort.spec, cursor.v)
  )
    throw new Problem('request.malformed');
  return {
    size: wholeNumber('size', size, 25, 200),
    ...(page === undefined ? {} : { number: wholeNumber('page', page, 1, 100_000) }),
    ...(cursor ? { cursor } : {}),
    sort,
    descending: order.startsWith('-'),
    search,
    filters,
  };
}

interface SortedRow {
  id: string;
  _sort: string | null;
}
/** Cuts the row that was read only to know that there is more, and says where the neighbours begin. */
export function pageOf<R extends SortedRow>(
  query: ListQuery,
  found: readonly R[],
): { rows: R[]; next: string | null; previous: string | null } {
  const more = found.length > query.size;
  const backwards = !!query.cursor?.back;
  const rows = found.slice(0, query.size);
  if (backwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  const hasNext = backwards || more;
  const hasPrevious = backwards ? more : !!query.cursor || (query.number ?? 1) > 1;
  return {
    rows,
    next: hasNext && last ? encodeCursor({ v: last._sort, id: last.id }) : null,
    previous: hasPrevious && first ? encodeCursor({ v: first._sort, id: first.id, back: true }) : null,
  };
}
