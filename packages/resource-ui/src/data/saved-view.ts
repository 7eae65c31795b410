import { type ColumnChoice, writeColumns } from './column-choice';
import { type Filter, type FilterGroup, readGroup } from './filter-group';
import {
  ARCHIVED,
  type Archived,
  LIST_TYPES,
  type ListQuestion,
  type ListState,
  type ListType,
  readListState,
  USUAL,
  writePlace,
  writeQuestion,
} from './list-state';

/** What a view keeps, as the API has it. What is usual is absent. */
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
  /** Made by this person. */
  mine: boolean;
  /** This person's list opens with it. */
  isDefault: boolean;
  query: ViewQuery;
}

export const queryOfView = (question: ListQuestion): ViewQuery => ({
  ...(question.query ? { search: question.query } : {}),
  ...(question.sort ? { sort: question.sort } : {}),
  ...(question.filters.length > 0 ? { filters: question.filters } : {}),
  ...(question.group ? { group: question.group } : {}),
  ...(question.columns ? { columns: question.columns } : {}),
  ...(question.type === USUAL.type ? {} : { type: question.type }),
  ...(question.by ? { by: question.by } : {}),
  ...(question.archived === USUAL.archived ? {} : { archived: question.archived }),
});

export const questionOfView = ({ query }: SavedView): ListQuestion => ({
  query: query.search ?? USUAL.query,
  sort: query.sort ?? USUAL.sort,
  filters: query.filters ?? USUAL.filters,
  group: readGroup(query.group ?? null),
  columns: query.columns?.length ? query.columns : null,
  type: LIST_TYPES.find((type) => type === query.type) ?? USUAL.type,
  by: query.by ?? USUAL.by,
  archived: ARCHIVED.find((archived) => archived === query.archived) ?? USUAL.archived,
});

/** The order of filters says nothing; that of columns does. */
const fingerprint = (question: ListQuestion): string =>
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

export const sameQuestion = (one: ListQuestion, other: ListQuestion): boolean =>
  fingerprint(one) === fingerprint(other);

/** The list without any view, where somebody's list opens with one. */
const PLAIN = 'all';
/** Stands for a view whose every setting was taken away. */
const BARE = 'bare';

const NOT_A_QUESTION = new Set(['view', 'page', 'after', 'size', 'panel']);
const asksSomething = (params: URLSearchParams): boolean =>
  [...params.keys()].some((key) => !NOT_A_QUESTION.has(key));

/** What an address shows, given the views that this person has. */
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

/** True when an address names a view that this person does not have. */
export const namesUnknownView = (params: URLSearchParams, views: readonly SavedView[]): boolean => {
  const named = params.get('view');
  return named !== null && named !== PLAIN && !views.some(({ id }) => id === named);
};

/** The address of a state: a view that was not changed is only named. */
export const addressOfState = (state: ListState, views: readonly SavedView[]): URLSearchParams => {
  const view = views.find(({ id }) => id === state.view);
  if (view && sameQuestion(state, questionOfView(view)))
    return writePlace(state, new URLSearchParams({ view: view.id }));
  const params = writeQuestion(state);
  if (view) {
    if (params.size === 0) params.set(BARE, '1');
    params.set('view', view.id);
  } else if (params.size === 0 && views.some(({ isDefault }) => isDefault)) params.set('view', PLAIN);
  return writePlace(state, params);
};

/** What a colleague can open: a view of one's own is written out, since only its owner can read it. */
export const linkOfView = (view: SavedView): URLSearchParams =>
  view.shared ? new URLSearchParams({ view: view.id }) : writeQuestion(questionOfView(view));
