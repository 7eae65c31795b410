import { type ColumnChoice, writeColumns } from './column-choice';
import { type Filter, type FilterGroup, readGroup } from './filter-group';
import {
  ARCHIVED,
  type Archived,
  LIST_TYPES,
  type ListQuery,
  type ListState,
  type ListType,
  readListState,
  USUAL,
  writePlace,
  writeQuestion,
} from './list-state';

/** The stored query of a view, in API format, without default values. */
export interface ViewQuery {
  search?: string;
  sort?: string;
  filters?: Filter[];
  group?: FilterGroup;
  columns?: ColumnChoice[];
  type?: ListType;
  by?: string;
  archived?: Archived;
}

export interface SavedView {
  id: string;
  name: string;
  icon: string | null;
  shared: boolean;
  /** Owned by the user. */
  mine: boolean;
  /** The user's default view. */
  isDefault: boolean;
  query: ViewQuery;
}

export const queryOfView = (question: ListQuery): ViewQuery => ({
  ...(question.query ? { search: question.query } : {}),
  ...(question.sort ? { sort: question.sort } : {}),
  ...(question.filters.length > 0 ? { filters: question.filters } : {}),
  ...(question.group ? { group: question.group } : {}),
  ...(question.columns ? { columns: question.columns } : {}),
  ...(question.type === USUAL.type ? {} : { type: question.type }),
  ...(question.by ? { by: question.by } : {}),
  ...(question.archived === USUAL.archived ? {} : { archived: question.archived }),
});

export const questionOfView = ({ query }: SavedView): ListQuery => ({
  query: query.search ?? USUAL.query,
  sort: query.sort ?? USUAL.sort,
  filters: query.filters ?? USUAL.filters,
  group: readGroup(query.group ?? null),
  columns: query.columns?.length ? query.columns : null,
  type: LIST_TYPES.find((type) => type === query.type) ?? USUAL.type,
  by: query.by ?? USUAL.by,
  archived: ARCHIVED.find((archived) => archived === query.archived) ?? USUAL.archived,
});

/** Compares list queries; the order of filters does not matter, that of columns does. */
const fingerprint = (question: ListQuery): string =>
  JSON.stringify([
    question.query,
    question.sort,
    question.filters.map(({ field, op, value }) => `${field}.${op}=${value}`).sort(),
    question.group,
    question.columns && writeColumns(question.columns),
    question.type,
    question.type === 'kanban' ? question.by : null,
    question.archived,
  ]);

export const isSameQuery = (question: ListQuery, otherQuestion: ListQuery): boolean =>
  fingerprint(question) === fingerprint(otherQuestion);

/** URL value for no view, for users with a default view. */
const PLAIN = 'all';
/** URL value for a view whose settings were all removed. */
const BARE = 'bare';

const NOT_A_QUESTION = new Set(['view', 'page', 'after', 'size', 'panel']);
const asksSomething = (params: URLSearchParams): boolean =>
  [...params.keys()].some((key) => !NOT_A_QUESTION.has(key));

/** The list state of a URL, given the user's views. */
export const stateOfAddress = (params: URLSearchParams, views: readonly SavedView[]): ListState => {
  const read = readListState(params);
  const asks = asksSomething(params);
  const view = read.view
    ? views.find(({ id }) => id === read.view)
    : asks
      ? undefined
      : views.find(({ isDefault }) => isDefault);
  if (!view) return { ...read, view: null };
  return { ...read, ...(asks ? {} : questionOfView(view)), view: view.id };
};

/** True when a URL names a view that the user does not have. */
export const namesUnknownView = (params: URLSearchParams, views: readonly SavedView[]): boolean => {
  const named = params.get('view');
  return named !== null && named !== PLAIN && !views.some(({ id }) => id === named);
};

/** The URL of a state: an unchanged view is written as its id only. */
export const addressOfState = (state: ListState, views: readonly SavedView[]): URLSearchParams => {
  const view = views.find(({ id }) => id === state.view);
  if (view && isSameQuery(state, questionOfView(view)))
    return writePlace(state, new URLSearchParams({ view: view.id }));
  const params = writeQuestion(state);
  if (view) {
    if (params.size === 0) params.set(BARE, '1');
    params.set('view', view.id);
  } else if (params.size === 0 && views.some(({ isDefault }) => isDefault)) params.set('view', PLAIN);
  return writePlace(state, params);
};

/** A link for other users: a private view is written out in full, since only its owner can read it. */
export const linkOfView = (view: SavedView): URLSearchParams =>
  view.shared ? new URLSearchParams({ view: view.id }) : writeQuestion(questionOfView(view));
