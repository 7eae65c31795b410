import {
  isListable,
  isShown,
  isSortable,
  type StoredColumn,
  type ResourceDefinition,
} from '@coulisse/resource';
import { Complaints } from './lists/complaints';
import { decodeCursor, type Cursor } from './lists/cursor';
import { filterOfParameter, GroupReader, isGroup, MOST_RULES, type FilterGroup } from './lists/filter';
import type { Statements } from './statements';

export { OPERATORS } from './lists/filter';

/** Parameters of a list as they came over HTTP: each a text, or several where it was given several times. */
export type RawQuery = Readonly<Record<string, unknown>>;

/** Which records: every part checked. */
export interface Selection {
  /** Words that must all be found, each wherever it stands. */
  readonly words: readonly string[];
  readonly filters: FilterGroup;
  /** Whether records put away are asked for alone, left out, or neither (`null`). */
  readonly archived: boolean | null;
}
export interface Sorting {
  readonly sort: StoredColumn;
  readonly descending: boolean;
}
/** A list as it was asked for, every part checked. */
export interface ListQuery extends Selection, Sorting {
  readonly size: number;
  /** Page mode; otherwise it goes on from the cursor. */
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

/** Takes parameters off a query one by one, each checked as it goes; at the end nothing may be left. */
class Parameters {
  readonly complaints = new Complaints();
  private readonly left: Map<string, unknown>;

  constructor(query: RawQuery) {
    this.left = new Map(Object.entries(query).filter(([, value]) => value !== undefined));
  }

  /** A parameter that is given once, or not at all. */
  text(name: string): string | undefined {
    const value = this.left.get(name);
    this.left.delete(name);
    if (value === undefined || typeof value === 'string') return value;
    return this.complaints.add([name], 'validation.type');
  }
  whole(name: string, max: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^\d{1,9}$/.test(text)) return this.complaints.add([name], 'validation.integer');
    const number = Number(text);
    if (number < 1) return this.complaints.add([name], 'validation.value-min', { min: 1 });
    if (number > max) return this.complaints.add([name], 'validation.value-max', { max });
    return number;
  }
  choice<T extends string>(name: string, known: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    return known.find((one) => one === text) ?? this.complaints.add([name], 'validation.choice');
  }
  /** Parameters whose names begin in one way, each as often as it was given. */
  startingWith(prefix: string): [name: string, value: string][] {
    const found = [...this.left].filter(([name]) => name.startsWith(prefix));
    return found.flatMap(([name, value]) => {
      this.left.delete(name);
      return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((one): [string, string][] => {
        if (typeof one === 'string') return [[name, one]];
        this.complaints.add([name], 'validation.type');
        return [];
      });
    });
  }
  sorting(statements: Statements): Sorting | undefined {
    return sortingOf(statements, this.text('sort')) ?? this.complaints.add(['sort'], 'validation.choice');
  }
  settle(): void {
    for (const name of this.left.keys()) this.complaints.add([name], 'validation.extra-fields');
    this.complaints.settle();
  }
}

const mentions = ({ rules }: FilterGroup, field: string): boolean =>
  rules.some((rule) => (isGroup(rule) ? mentions(rule, field) : rule.column.field === field));

/** The words of a search; those beyond a handful are left out. */
export const wordsOf = (search: string): string[] =>
  search.trim().slice(0, LONGEST_SEARCH).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);

function selectionOf(statements: Statements, given: Parameters): Selection {
  const { complaints } = given;
  const search = given.text('q') ?? '';
  if (search.includes('\0')) complaints.add(['q'], 'validation.format');
  const parameters = given.startingWith('f.');
  const beyond = parameters[MOST_RULES]?.[0];
  if (beyond) complaints.add([beyond], 'validation.choice-count', { min: 0, max: MOST_RULES });
  const simple = parameters.flatMap(
    ([name, value]) => filterOfParameter(statements, name, value, complaints) ?? [],
  );
  const text = given.text('filter');
  const group = text ? new GroupReader(statements, complaints).parse(text, ['filter']) : undefined;
  const filters: FilterGroup = { match: 'all', rules: [...simple, ...(group ? [group] : [])] };
  const asked = given.choice('archived', ['no', 'yes', 'all'] as const);
  const archived = archivedOf(statements, asked, filters);
  if (archived === undefined) complaints.add(['archived'], 'validation.extra-fields');
  return { words: wordsOf(search), filters, archived: archived ?? null };
}

/** What `featuresOf` says too, for every request. */
const isArchivable = ({ fields }: ResourceDefinition) => fields.isArchived?.spec.kind === 'bool';

/**
 * Records put away are not in the way, unless they are asked for: by name, or by a filter on that very field.
 * Undefined when they are asked for and the resource puts nothing away.
 */
export function archivedOf(
  { resource }: Statements,
  asked: keyof typeof ARCHIVED | undefined,
  filters: FilterGroup,
): boolean | null | undefined {
  if (!isArchivable(resource)) return asked === undefined ? null : undefined;
  return ARCHIVED[asked ?? (mentions(filters, 'isArchived') ? 'all' : 'no')];
}

/** A column that lists of the resource may be ordered by. */
export function sortableColumn(statements: Statements, field: string): StoredColumn | undefined {
  const column = statements.column(field);
  return column && isSortable(column.spec) && isShown(statements.resource, field) ? column : undefined;
}
/** `name`, or `-name` for the other way round; the resource's own order unless told. */
export function sortingOf(statements: Statements, asked: string | undefined): Sorting | undefined {
  const name = asked || statements.resource.sort;
  const sort = sortableColumn(statements, name.replace(/^-/, ''));
  return sort && { sort, descending: name.startsWith('-') };
}

/** A column that a list may show. */
export function listableColumn(statements: Statements, field: string): StoredColumn | undefined {
  const column = statements.column(field);
  return column && isListable(column.spec) && !column.spec.encrypted && isShown(statements.resource, field)
    ? column
    : undefined;
}
const usual = new WeakMap<Statements, readonly StoredColumn[]>();
/** The columns of a list as it opens. */
export function usualColumns(statements: Statements): readonly StoredColumn[] {
  const known = usual.get(statements) ?? columnsNamed(statements, statements.resource.list);
  usual.set(statements, known);
  return known;
}
/** Some columns, and what a row is recognised by. */
function columnsNamed(statements: Statements, names: readonly string[]): readonly StoredColumn[] {
  const wanted = new Set([...names, statements.resource.label, 'state']);
  return statements.columns.filter(({ field }) => wanted.has(field) && listableColumn(statements, field));
}
function columnsOf(statements: Statements, given: Parameters): readonly StoredColumn[] {
  const names = given.text('columns')?.split(',');
  if (!names) return usualColumns(statements);
  if (names.length > MOST_COLUMNS)
    given.complaints.add(['columns'], 'validation.choice-count', { min: 1, max: MOST_COLUMNS });
  for (const [index, name] of names.entries())
    if (!listableColumn(statements, name)) given.complaints.add(['columns', index], 'validation.choice');
  return columnsNamed(statements, names);
}

/** What narrows a list, and nothing else: the question of totals and groups. */
export function parseSelection(statements: Statements, query: RawQuery): Selection {
  const given = new Parameters(query);
  const selection = selectionOf(statements, given);
  given.settle();
  return selection;
}
/** What narrows and orders a list; how much of it is shown does not matter: the question of neighbours. */
export function parseOrdered(statements: Statements, query: RawQuery): Selection & Sorting {
  const given = new Parameters(query);
  for (const name of ['size', 'page', 'after', 'columns', 'total']) given.text(name);
  const selection = selectionOf(statements, given);
  const sorting = given.sorting(statements);
  given.settle();
  // Without a complaint there is one.
  return { ...selection, ...sorting! };
}
export function parseListQuery(statements: Statements, query: RawQuery): ListQuery {
  const given = new Parameters(query);
  const size = given.whole('size', LARGEST_PAGE) ?? 25;
  const number = given.whole('page', LAST_PAGE);
  const after = given.text('after');
  if (after && number !== undefined) given.complaints.add(['page'], 'validation.extra-fields');
  const total = given.choice('total', TOTALS) ?? 'bounded';
  const columns = columnsOf(statements, given);
  const selection = selectionOf(statements, given);
  const sorting = given.sorting(statements);
  const cursor = after && sorting ? decodeCursor(after, sorting.sort.spec, sortName(sorting)) : undefined;
  if (after && sorting && !cursor) given.complaints.add(['after'], 'validation.format');
  given.settle();
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
