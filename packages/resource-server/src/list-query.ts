import {
  isListable,
  isShown,
  isSortable,
  type StoredColumn,
  type ResourceDefinition,
} from '@coulisse/resource';
import { ValidationIssues } from './lists/validation-issues';
import { decodeCursor, type Cursor } from './lists/cursor';
import { filterOfParameter, GroupReader, isGroup, MOST_RULES, type FilterGroup } from './lists/filter';
import type { Statements } from './statements';

export { OPERATORS } from './lists/filter';

/** Query parameters of a list as received: each a string, or an array if given several times. */
export type RawQuery = Readonly<Record<string, unknown>>;

/** The validated selection of a list. */
export interface Selection {
  /** Search words; each must occur somewhere in the searchable fields. */
  readonly words: readonly string[];
  readonly filters: FilterGroup;
  /** Only archived records (`true`), none of them (`false`), or both (`null`). */
  readonly archived: boolean | null;
}
export interface Sorting {
  readonly sort: StoredColumn;
  readonly descending: boolean;
}
/** A validated list query. */
export interface ListQuery extends Selection, Sorting {
  readonly size: number;
  /** Page number; without it the list continues from the cursor. */
  readonly number?: number;
  readonly cursor?: Cursor;
  readonly columns: readonly StoredColumn[];
  readonly total: 'none' | 'bounded';
}
export const sortName = ({ sort, descending }: Sorting) => `${descending ? '-' : ''}${sort.field}`;

export const ARCHIVED = { no: false, yes: true, all: null } as const;
const TOTALS = ['none', 'bounded'] as const;
export const LARGEST_PAGE = 200;
const LAST_PAGE = 100_000;
const MOST_WORDS = 8;
const LONGEST_SEARCH = 200;
const MOST_COLUMNS = 100;

/** Reads and validates query parameters one by one; `finish` refuses those that were not read. */
class Parameters {
  readonly issues = new ValidationIssues();
  private readonly left: Map<string, unknown>;

  constructor(query: RawQuery) {
    this.left = new Map(Object.entries(query).filter(([, value]) => value !== undefined));
  }

  /** A parameter that may be given at most once. */
  text(name: string): string | undefined {
    const value = this.left.get(name);
    this.left.delete(name);
    if (value === undefined || typeof value === 'string') return value;
    return this.issues.add([name], 'validation.type');
  }
  integer(name: string, max: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^\d{1,9}$/.test(text)) return this.issues.add([name], 'validation.integer');
    const number = Number(text);
    if (number < 1) return this.issues.add([name], 'validation.value-min', { min: 1 });
    if (number > max) return this.issues.add([name], 'validation.value-max', { max });
    return number;
  }
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    return choices.find((choice) => choice === text) ?? this.issues.add([name], 'validation.choice');
  }
  /** All parameters whose names start with a prefix, each as often as given. */
  startingWith(prefix: string): [name: string, value: string][] {
    const found = [...this.left].filter(([name]) => name.startsWith(prefix));
    return found.flatMap(([name, value]) => {
      this.left.delete(name);
      return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item): [string, string][] => {
        if (typeof item === 'string') return [[name, item]];
        this.issues.add([name], 'validation.type');
        return [];
      });
    });
  }
  sorting(statements: Statements): Sorting | undefined {
    return sortingOf(statements, this.text('sort')) ?? this.issues.add(['sort'], 'validation.choice');
  }
  finish(): void {
    for (const name of this.left.keys()) this.issues.add([name], 'validation.extra-fields');
    this.issues.throwIfAny();
  }
}

const mentions = ({ rules }: FilterGroup, field: string): boolean =>
  rules.some((rule) => (isGroup(rule) ? mentions(rule, field) : rule.column.field === field));

/** The words of a search, at most `MOST_WORDS`. */
export const searchTermsOf = (search: string): string[] =>
  search.trim().slice(0, LONGEST_SEARCH).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);

function selectionOf(statements: Statements, params: Parameters): Selection {
  const { issues } = params;
  const search = params.text('q') ?? '';
  if (search.includes('\0')) issues.add(['q'], 'validation.format');
  const parameters = params.startingWith('f.');
  const beyond = parameters[MOST_RULES]?.[0];
  if (beyond) issues.add([beyond], 'validation.choice-count', { min: 0, max: MOST_RULES });
  const simple = parameters.flatMap(
    ([name, value]) => filterOfParameter(statements, name, value, issues) ?? [],
  );
  const text = params.text('filter');
  const group = text ? new GroupReader(statements, issues).parse(text, ['filter']) : undefined;
  const filters: FilterGroup = { match: 'all', rules: [...simple, ...(group ? [group] : [])] };
  const archivedChoice = params.choice('archived', ['no', 'yes', 'all'] as const);
  const archived = archivedOf(statements, archivedChoice, filters);
  if (archived === undefined) issues.add(['archived'], 'validation.extra-fields');
  return { words: searchTermsOf(search), filters, archived: archived ?? null };
}

/** Same as in `featuresOf`; called for every request. */
const isArchivable = ({ fields }: ResourceDefinition) => fields.isArchived?.spec.kind === 'bool';

/**
 * Archived records are left out, unless the parameter or a filter on `isArchived` requests them. Undefined if they are
 * requested and the resource is not archivable.
 */
export function archivedOf(
  { resource }: Statements,
  choice: keyof typeof ARCHIVED | undefined,
  filters: FilterGroup,
): boolean | null | undefined {
  if (!isArchivable(resource)) return choice === undefined ? null : undefined;
  return ARCHIVED[choice ?? (mentions(filters, 'isArchived') ? 'all' : 'no')];
}

/** A column that lists of the resource may be sorted by. */
export function sortableColumn(statements: Statements, field: string): StoredColumn | undefined {
  const column = statements.column(field);
  return column && isSortable(column.spec) && isShown(statements.resource, column.field) ? column : undefined;
}
/** `name`, or `-name` for descending; default: the order of the resource. */
export function sortingOf(statements: Statements, sortParam: string | undefined): Sorting | undefined {
  const name = sortParam || statements.resource.sort;
  const sort = sortableColumn(statements, name.replace(/^-/, ''));
  return sort && { sort, descending: name.startsWith('-') };
}

/** A column that a list may show. */
export function listableColumn(statements: Statements, field: string): StoredColumn | undefined {
  const column = statements.column(field);
  return column &&
    isListable(column.spec) &&
    !column.spec.encrypted &&
    isShown(statements.resource, column.field)
    ? column
    : undefined;
}
const usualColumnsCache = new WeakMap<Statements, readonly StoredColumn[]>();
/** The default columns of a list. */
export function usualColumns(statements: Statements): readonly StoredColumn[] {
  const cached = usualColumnsCache.get(statements) ?? columnsNamed(statements, statements.resource.list);
  usualColumnsCache.set(statements, cached);
  return cached;
}
/** The named columns, plus the label and the state. */
function columnsNamed(statements: Statements, names: readonly string[]): readonly StoredColumn[] {
  const fieldNames = new Set([
    ...names.map((name) => statements.currentName(name)),
    statements.resource.label,
    'state',
  ]);
  return statements.columns.filter(({ field }) => fieldNames.has(field) && listableColumn(statements, field));
}
function columnsOf(statements: Statements, params: Parameters): readonly StoredColumn[] {
  const names = params.text('columns')?.split(',');
  if (!names) return usualColumns(statements);
  if (names.length > MOST_COLUMNS)
    params.issues.add(['columns'], 'validation.choice-count', { min: 1, max: MOST_COLUMNS });
  for (const [index, name] of names.entries())
    if (!listableColumn(statements, name)) params.issues.add(['columns', index], 'validation.choice');
  return columnsNamed(statements, names);
}

/** The selection only: the query of totals and groups. */
export function parseSelection(statements: Statements, query: RawQuery): Selection {
  const params = new Parameters(query);
  const selection = selectionOf(statements, params);
  params.finish();
  return selection;
}
/** The selection and the order, without the page: the query of neighbours. */
export function parseOrdered(statements: Statements, query: RawQuery): Selection & Sorting {
  const params = new Parameters(query);
  for (const name of ['size', 'page', 'after', 'columns', 'total']) params.text(name);
  const selection = selectionOf(statements, params);
  const sorting = params.sorting(statements);
  params.finish();
  // Defined, because there was no issue.
  return { ...selection, ...sorting! };
}
export function parseListQuery(statements: Statements, query: RawQuery): ListQuery {
  const params = new Parameters(query);
  const size = params.integer('size', LARGEST_PAGE) ?? 25;
  const number = params.integer('page', LAST_PAGE);
  const after = params.text('after');
  if (after && number !== undefined) params.issues.add(['page'], 'validation.extra-fields');
  const total = params.choice('total', TOTALS) ?? 'bounded';
  const columns = columnsOf(statements, params);
  const selection = selectionOf(statements, params);
  const sorting = params.sorting(statements);
  const cursor = after && sorting ? decodeCursor(after, sorting.sort.spec, sortName(sorting)) : undefined;
  if (after && sorting && !cursor) params.issues.add(['after'], 'validation.format');
  params.finish();
  return {
    ...selection,
    ...sorting!,
    size,
    ...(number === undefined ? {} : { number }),
    ...(cursor ? { cursor } : {}),
    columns,
    total,
  };
}
