import { type ColumnChoice, readColumns, writeColumns } from './column-choice';
import { type Filter, type FilterGroup, isOp, parseGroup } from './filter-group';

export { type Filter, FILTER_OPS, type FilterOp } from './filter-group';

export const LIST_TYPES = ['table', 'kanban'] as const;
export type ListType = (typeof LIST_TYPES)[number];
/** Archived records: excluded, only these, or included. */
export const ARCHIVED = ['no', 'yes', 'all'] as const;
export type Archived = (typeof ARCHIVED)[number];
export const PAGE_SIZE = 25;
export const PAGE_SIZES = [25, 50, 100, 200] as const;

/** The query of a list and how its result is shown: the content of a saved view. */
export interface ListQuery {
  query: string;
  sort: string | null;
  filters: Filter[];
  /** Conditions with "and" and "or", besides the filters. */
  group: FilterGroup | null;
  /** Null: the user's own columns, or the default ones. */
  columns: ColumnChoice[] | null;
  type: ListType;
  /** Field whose values are the columns of the board; null is the default one. */
  by: string | null;
  archived: Archived;
}

/** The state of a list, stored entirely in its URL, so that links and the back button work. */
export interface ListState extends ListQuery {
  /** Saved view that was opened, even if the state was changed since. */
  view: string | null;
  page: number;
  /** The server's cursor of the page; without it, the page is found by its number. */
  after: string | null;
  size: number;
  /** Record shown in the side panel. */
  panel: string | null;
}

export const USUAL: ListQuery = {
  query: '',
  sort: null,
  filters: [],
  group: null,
  columns: null,
  type: 'table',
  by: null,
  archived: 'no',
};

const FILTER_KEY = /^f\.([A-Za-z0-9_]+)\.([a-z]+)$/;

const oneOf = <T extends string>(allowed: readonly T[], value: string | null, usual: T): T =>
  allowed.find((candidate) => candidate === value) ?? usual;

const readFilters = (params: URLSearchParams): Filter[] => {
  const filters: Filter[] = [];
  for (const [key, value] of params) {
    const [, field, op] = FILTER_KEY.exec(key) ?? [];
    if (field && isOp(op)) filters.push({ field, op, value });
  }
  return filters;
};

const positive = (text: string | null, usual: number): number => {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : usual;
};

export const readListState = (params: URLSearchParams): ListState => {
  const size = positive(params.get('size'), PAGE_SIZE);
  return {
    query: params.get('q') ?? '',
    sort: params.get('sort'),
    filters: readFilters(params),
    group: parseGroup(params.get('filter')),
    columns: readColumns(params.get('columns')),
    type: oneOf(LIST_TYPES, params.get('type'), USUAL.type),
    by: params.get('by'),
    archived: oneOf(ARCHIVED, params.get('archived'), USUAL.archived),
    view: params.get('view'),
    page: positive(params.get('page'), 1),
    after: params.get('after'),
    size: PAGE_SIZES.some((pageSize) => pageSize === size) ? size : PAGE_SIZE,
    panel: params.get('panel'),
  };
};

/** Parameters that filter the records, in the format of both the URL and the API. */
const setParams = (question: ListQuery): URLSearchParams => {
  const params = new URLSearchParams();
  if (question.query) params.set('q', question.query);
  for (const { field, op, value } of question.filters) params.append(`f.${field}.${op}`, value);
  if (question.group) params.set('filter', JSON.stringify(question.group));
  if (question.archived !== USUAL.archived) params.set('archived', question.archived);
  return params;
};

/** URL parameters of a list query; default values are left out. */
export const writeQuestion = (question: ListQuery): URLSearchParams => {
  const params = setParams(question);
  if (question.sort) params.set('sort', question.sort);
  if (question.columns) params.set('columns', writeColumns(question.columns));
  if (question.type !== USUAL.type) params.set('type', question.type);
  if (question.by) params.set('by', question.by);
  return params;
};

/** URL parameters of the position in the result: page, page size and panel. */
export const writePlace = (state: ListState, params: URLSearchParams): URLSearchParams => {
  if (state.page > 1) params.set('page', String(state.page));
  if (state.after) params.set('after', state.after);
  if (state.size !== PAGE_SIZE) params.set('size', String(state.size));
  if (state.panel) params.set('panel', state.panel);
  return params;
};

/** URL parameters of the whole state, without a view. */
export const writeListState = (state: ListState): URLSearchParams => writePlace(state, writeQuestion(state));

/** The query in API format: the same for a list, its totals, its groups and its neighbours. */
export const queryParams = (question: ListQuery, sort: string | null = question.sort): string => {
  const params = setParams(question);
  if (sort) params.set('sort', sort);
  return params.toString();
};

/** The request for one page. `columns` is sent when they differ from the default ones of the resource. */
export const listRequest = (state: ListState, columns: readonly string[] | null = null): string => {
  const params = new URLSearchParams(queryParams(state));
  if (columns) params.set('columns', columns.join(','));
  params.set('size', String(state.size));
  if (state.after) params.set('after', state.after);
  else params.set('page', String(state.page));
  return params.toString();
};

/** Applies a change, returns to the first page and closes the panel. */
export const changed = (state: ListState, change: Partial<ListState>): ListState => ({
  ...state,
  page: 1,
  after: null,
  panel: null,
  ...change,
});

/** True when no filter applies: an empty list then means that there are no records. */
export const isUnfiltered = ({ query, filters, group, archived }: ListQuery): boolean =>
  !query && filters.length === 0 && group === null && archived !== 'yes';

/** name → -name → none. */
export const nextSort = (sort: string | null, field: string): string | null => {
  if (sort === field) return `-${field}`;
  return sort === `-${field}` ? null : field;
};

export const withFilter = (filters: readonly Filter[], filter: Filter): Filter[] => [
  ...filters.filter((other) => other.field !== filter.field || other.op !== filter.op),
  filter,
];
