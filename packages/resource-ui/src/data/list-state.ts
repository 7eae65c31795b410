/** What a list shows, entirely in its address: it can be pasted, and the back button works. */
export interface Filter {
  field: string;
  op: FilterOp;
  value: string;
}
export const FILTER_OPS = ['eq', 'ne', 'contains', 'in', 'gte', 'lte', 'empty'] as const;
export type FilterOp = (typeof FILTER_OPS)[number];

export interface ListState {
  query: string;
  sort: string | null;
  page: number;
  filters: Filter[];
  /** Record shown in the side panel. */
  panel: string | null;
}

const FILTER_KEY = /^f\.([A-Za-z0-9_]+)\.([a-z]+)$/;
const isOp = (op: string): op is FilterOp => FILTER_OPS.some((known) => known === op);

export const readListState = (params: URLSearchParams): ListState => {
  const filters: Filter[] = [];
  for (const [key, value] of params) {
    const [, field, op] = FILTER_KEY.exec(key) ?? [];
    if (field && op && isOp(op)) filters.push({ field, op, value });
  }
  const page = Number(params.get('page'));
  return {
    query: params.get('q') ?? '',
    sort: params.get('sort'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    filters,
    panel: params.get('panel'),
  };
};

export const writeListState = (state: ListState): URLSearchParams => {
  const params = new URLSearchParams();
  if (state.query) params.set('q', state.query);
  if (state.sort) params.set('sort', state.sort);
  if (state.page > 1) params.set('page', String(state.page));
  for (const { field, op, value } of state.filters) params.append(`f.${field}.${op}`, value);
  if (state.panel) params.set('panel', state.panel);
  return params;
};

export const PAGE_SIZE = 25;

/** The same, as the API asks for it. */
export const listRequest = (state: ListState, size = PAGE_SIZE): string => {
  const params = writeListState({ ...state, panel: null });
  params.set('size', String(size));
  params.set('page', String(state.page));
  return params.toString();
};

/** A change of what is shown goes back to the first page and closes the panel. */
export const changed = (state: ListState, change: Partial<ListState>): ListState => ({
  ...state,
  page: 1,
  panel: null,
  ...change,
});

/** name → -name → none. */
export const nextSort = (sort: string | null, field: string): string | null => {
  if (sort === field) return `-${field}`;
  return sort === `-${field}` ? null : field;
};

export const withFilter = (filters: readonly Filter[], filter: Filter): Filter[] => [
  ...filters.filter((other) => other.field !== filter.field || other.op !== filter.op),
  filter,
];
