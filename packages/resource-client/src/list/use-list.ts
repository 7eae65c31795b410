import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ResourceDescriptor, type ResourceOverrides, useActor } from '@coulisse/mfe-kit';
import { type ColumnChoice, storeColumns, storedColumns } from './column-choice';
import { withCurrentNames } from './former-names';
import { rememberList } from './list-memory';
import { type ListRow, pageOffset, useListQuery, useTotalsQuery } from './list-queries';
import { changed, type ListState, listRequest, queryParams } from './list-state';
import {
  addressOfState,
  namesUnknownView,
  questionOfView,
  isSameQuery,
  type SavedView,
  stateOfAddress,
} from './saved-view';
import { NOTHING, type Selection } from './selection';
import { useViews } from './use-views';
import { requestedColumns, columnsOf, usualColumns } from './columns';

const NO_ROWS: ListRow[] = [];

/** The state of the list from its URL, the response, and the selection. */
export const useList = (descriptor: ResourceDescriptor, overrides: ResourceOverrides) => {
  const person = useActor().id;
  const [address, setParams] = useSearchParams();
  const params = withCurrentNames(address, descriptor);
  const views = useViews(descriptor);
  const state = stateOfAddress(params, views.views);
  const view = views.views.find(({ id }) => id === state.view) ?? null;
  const [ownColumns, setOwnColumns] = useState(() => storedColumns(descriptor.name, person));

  const chosen = state.columns ?? (view ? null : ownColumns);
  const columns = columnsOf(descriptor, overrides, chosen);
  const sort = state.sort ?? overrides.list?.sort ?? descriptor.sort;
  const sorted: ListState = { ...state, sort };
  const question = queryParams(sorted);
  const query = useListQuery(
    descriptor,
    listRequest(sorted, requestedColumns(descriptor, overrides, columns, archivedColumn(descriptor, state))),
    views.settled && state.type === 'table',
  );
  const [counted, setCounted] = useState<string | null>(null);
  const totals = useTotalsQuery(descriptor, question, counted === question);

  // The selection belongs to a query: another query starts without selection.
  const [held, setHeld] = useState<{ question: string; selection: Selection }>({
    question,
    selection: NOTHING,
  });
  const selection = held.question === question ? held.selection : NOTHING;
  const setSelection = (next: Selection) => setHeld({ question, selection: next });

  /** `savedViews`: the current views, when one was created since this render. */
  const go = (next: ListState, replace = false, savedViews: readonly SavedView[] = views.views) =>
    setParams(addressOfState(next, savedViews), { replace, preventScrollReset: true });
  const change = (part: Partial<ListState>, replace = false) => go(changed(state, part), replace);
  const show = (id: string | null) => go({ ...state, panel: id }, state.panel !== null);
  const turn = (page: number, after: string | null) => go({ ...state, page, after, panel: null });
  const setColumns = (next: ColumnChoice[] | null, replace = false) => {
    if (!view) {
      storeColumns(descriptor.name, person, next);
      setOwnColumns(next);
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
      // On a board the cards are not known here, only the one in the panel.
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
    /** The state with the effective sort. */
    sorted,
    /** The query in API format. */
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
    /** The state differs from the saved view. */
    viewChanged: view !== null && !isSameQuery(state, questionOfView(view)),
    viewMissing: views.settled && namesUnknownView(params, views.views),
    selection,
    setSelection,
    seen: useSeenRows(rows, question),
  };
};

export type ListControl = ReturnType<typeof useList>;

/** `isArchived` is requested when archived rows may be in the list, to mark them. */
const archivedColumn = (descriptor: ResourceDescriptor, state: ListState): string[] =>
  descriptor.features.archivable && state.archived !== 'no' ? ['isArchived'] : [];

/** Rows of all loaded pages of this query, for labels and former values of rows selected on other pages. */
const useSeenRows = (rows: readonly ListRow[], question: string) => {
  const seen = useRef<{ question: string; rows: Map<string, ListRow> }>({ question, rows: new Map() });
  useEffect(() => {
    if (seen.current.question !== question) seen.current = { question, rows: new Map() };
    for (const row of rows) seen.current.rows.set(row.id, row);
  }, [rows, question]);
  return useCallback((): ReadonlyMap<string, ListRow> => seen.current.rows, []);
};
