import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ResourceDescriptor, ResourceOverrides } from '@coulisse/mfe-kit';
import { rememberList } from '../data/list-memory';
import { changed, type ListState, readListState, writeListState } from '../data/list-state';
import { pageOffset, useListQuery } from '../data/queries';

/** The list as its address tells it, its answer, and what is selected on the page. */
export const useList = (descriptor: ResourceDescriptor, overrides: ResourceOverrides) => {
  const [params, setParams] = useSearchParams();
  const state = readListState(params);
  const sorted: ListState = { ...state, sort: state.sort ?? overrides.list?.sort ?? descriptor.sort };
  const query = useListQuery(descriptor, sorted);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());

  const go = (next: ListState, replace = false) =>
    setParams(writeListState(next), { replace, preventScrollReset: true });
  const change = (part: Partial<ListState>, replace = false) => {
    setSelection(new Set());
    go(changed(state, part), replace);
  };
  const show = (id: string | null) => go({ ...state, panel: id }, state.panel !== null);

  const rows = query.data?.items ?? [];
  const total = query.data?.page.total ?? 0;
  const search = params.toString();
  useEffect(() => {
    if (!query.data) return;
    const shown = new URLSearchParams(search);
    shown.delete('panel');
    rememberList(descriptor.name, {
      search: shown.size > 0 ? `?${shown}` : '',
      ids: query.data.items.map((row) => row.id),
      total: query.data.page.total,
      offset: pageOffset(readListState(shown)),
    });
  }, [descriptor.name, query.data, search]);

  return { state, sorted, query, rows, total, change, show, selection, setSelection };
};

export type ListControl = ReturnType<typeof useList>;
