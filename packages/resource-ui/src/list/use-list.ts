import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ResourceDescriptor, type ResourceOverrides, useActor } from '@coulisse/mfe-kit';
import { type ColumnChoice, keepColumns, keptColumns } from '../data/column-choice';
import { rememberList } from '../data/list-memory';
import { type ListRow, pageOffset, useListQuery, useTotalsQuery } from '../data/list-queries';
import { changed, type ListState, listRequest, questionRequest } from '../data/list-state';
import {
  addressOfState,
  namesUnknownView,
  questionOfView,
  sameQuestion,
  type SavedView,
  stateOfAddress,
} from '../data/saved-view';
import { NOTHING, type Selection } from '../data/selection';
import { useViews } from '../views/use-views';
import { askedColumns, columnsOf, usualColumns } from './columns';

const NO_ROWS: ListRow[] = [];

/** The list as its address tells it, its answer, and what is selected. */
export const useList = (descriptor: ResourceDescriptor, overrides: ResourceOverrides) => {
  const person = useActor().id;
  const [params, setParams] = useSearchParams();
  const views = useViews(descriptor);
  const state = stateOfAddress(params, views.views);
  const view = views.views.find(({ id }) => id === state.view) ?? null;
  const [kept, setKept] = useState(() => keptColumns(descriptor.name, person));

  const chosen = state.columns ?? (view ? null : kept);
  const columns = columnsOf(descriptor, overrides, chosen);
  const sort = state.sort ?? overrides.list?.sort ?? descriptor.sort;
  const sorted: ListState = { ...state, sort };
  const question = questionRequest(sorted);
  const query = useListQuery(
    descriptor,
    listRequest(sorted, askedColumns(descriptor, overrides, columns, putAway(descriptor, state))),
    views.settled && state.type === 'table',
  );
  const [counted, setCounted] = useState<string | null>(null);
  const totals = useTotalsQuery(descriptor, question, counted === question);

  // What was chosen belongs to a question: another one begins with nothing.
  const [held, setHeld] = useState<{ question: string; selection: Selection }>({
    question,
    selection: NOTHING,
  });
  const selection = held.question === question ? held.selection : NOTHING;
  const setSelection = (next: Selection) => setHeld({ question, selection: next });

  /** `known`: the views, where one was made since this was drawn. */
  const go = (next: ListState, replace = false, known: readonly SavedView[] = views.views) =>
    setParams(addressOfState(next, known), { replace, preventScrollReset: true });
  const change = (part: Partial<ListState>, replace = false) => go(changed(state, part), replace);
  const show = (id: string | null) => go({ ...state, panel: id }, state.panel !== null);
  const turn = (page: number, after: string | null) => go({ ...state, page, after, panel: null });
  const setColumns = (next: ColumnChoice[] | null, replace = false) => {
    if (!view) {
      keepColumns(descriptor.name, person, next);
      setKept(next);
    }
    go({ ...state, columns: next }, replace);
  };

  const rows = (state.type === 'table' && query.data?.items) || NO_ROWS;
  const page = query.data?.page;
  const exact = totals.data !== undefined || page?.exact !== false;
  const total = totals.data?.total ?? page?.total ?? null;
  const search = params.toString();
  useEffect(() => {
    const shown = new URLSearchParams(search);
    shown.delete('panel');
    rememberList(descriptor.name, {
      search: shown.size > 0 ? `?${shown}` : '',
      request: question,
      // A board does not know its cards; the one that is looked at is in it.
      ids: state.type === 'table' ? rows.map(({ id }) => id) : state.panel ? [state.panel] : [],
      total: exact ? total : null,
      offset: (state.page - 1) * state.size,
    });
  }, [
    descriptor.name,
    rows,
    search,
    question,
    exact,
    total,
    state.page,
    state.size,
    state.type,
    state.panel,
  ]);

  return {
    state,
    /** The state with the sort that it comes down to. */
    sorted,
    /** The question as the API takes it. */
    question,
    query,
    rows,
    total,
    exact,
    sums: totals.data?.sums ?? (query.data?.sums || {}),
    offset: pageOffset(state),
    counting: totals.isFetching,
    count: () => setCounted(question),
    columns,
    usual: usualColumns(descriptor, overrides),
    setColumns,
    change,
    show,
    turn,
    go,
    views,
    view,
    /** The view is not any more what it was saved as. */
    viewChanged: view !== null && !sameQuestion(state, questionOfView(view)),
    viewMissing: views.settled && namesUnknownView(params, views.views),
    selection,
    setSelection,
    seen: useSeenRows(rows, question),
  };
};

export type ListControl = ReturnType<typeof useList>;

/** Archived rows are told apart where they may stand among the others. */
const putAway = (descriptor: ResourceDescriptor, state: ListState): string[] =>
  descriptor.features.archivable && state.archived !== 'no' ? ['isArchived'] : [];

/** Rows of every page of this question, for the names and the former values of what was chosen on others. */
const useSeenRows = (rows: readonly ListRow[], question: string) => {
  const seen = useRef<{ question: string; rows: Map<string, ListRow> }>({ question, rows: new Map() });
  useEffect(() => {
    if (seen.current.question !== question) seen.current = { question, rows: new Map() };
    for (const row of rows) seen.current.rows.set(row.id, row);
  }, [rows, question]);
  return useCallback((): ReadonlyMap<string, ListRow> => seen.current.rows, []);
};
