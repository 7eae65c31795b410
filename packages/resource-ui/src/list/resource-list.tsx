import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type ResourceDescriptor,
  type ResourceScreens,
  useMayCreate,
  useResource,
  useResourceScreens,
} from '@coulisse/mfe-kit';
import { useDelayed } from '@coulisse/ui-kit';
import { toggled } from '../data/selection';
import { Failure } from '../failure';
import { Unavailable } from '../unavailable';
import { useShortcuts } from '../use-shortcuts';
import { BulkBar } from './bulk-bar';
import { columnsOf } from './columns';
import { FilterBar } from './filter-bar';
import { KeysHelp } from './keys-help';
import { ListEmpty } from './list-empty';
import { ListHead } from './list-head';
import { ListPages } from './list-pages';
import { ListTable } from './list-table';
import { ListTabs } from './list-tabs';
import { SidePanel } from './side-panel';
import { TableSkeleton } from './table-skeleton';
import { useList } from './use-list';

/** The list of any resource, drawn from its descriptor. `resource="crm.tiers"` */
export const ResourceList = ({ resource }: { resource: string }) => {
  const descriptor = useResource(resource);
  const screens = useResourceScreens(descriptor);
  if (!descriptor?.may.read || !screens) return <Unavailable />;
  return <DescribedList key={resource} descriptor={descriptor} screens={screens} />;
};

/** Below this width there is no room for a panel: a record opens on its own page. */
const PANEL_FROM = '(min-width: 900px)';

const DescribedList = ({
  descriptor,
  screens,
}: {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
}) => {
  const navigate = useNavigate();
  const mayCreate = useMayCreate();
  const list = useList(descriptor, screens.overrides);
  const { query, rows, state } = list;
  const [help, setHelp] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const waiting = useDelayed(query.isPending);
  const columns = columnsOf(descriptor, screens.overrides);

  const open = (id: string) => {
    if (window.matchMedia(PANEL_FROM).matches) list.show(id);
    else void navigate(screens.record(id));
  };
  const walk = (by: number) => {
    const now = state.panel ?? focusedRow(table.current);
    const next = rows[Math.min(rows.length - 1, Math.max(0, rows.findIndex((row) => row.id === now) + by))];
    if (!next) return;
    if (state.panel) list.show(next.id);
    focusRow(table.current, next.id);
  };
  const toggleFocused = () => {
    const id = state.panel ?? focusedRow(table.current);
    if (id) list.setSelection(toggled(list.selection, id));
  };
  useShortcuts({
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
    '/': () => search.current?.focus(),
    '?': () => setHelp(true),
    c: () => mayCreate(descriptor, screens) && void navigate(screens.add),
    x: toggleFocused,
    Escape: () => (state.panel ? list.show(null) : list.setSelection(new Set())),
  });

  const empty = query.data && rows.length === 0;
  return (
    <div className="r-list" data-panel={state.panel ? true : undefined}>
      <ListHead
        descriptor={descriptor}
        screens={screens}
        total={query.data ? list.total : null}
        onHelp={() => setHelp(true)}
      />
      <ListTabs descriptor={descriptor} screens={screens} list={list} />
      <FilterBar descriptor={descriptor} list={list} searchRef={search} />
      <div className="c-card r-list-card" aria-busy={query.isFetching}>
        {query.isError && <Failure failure={query.error} onRetry={() => void query.refetch()} />}
        {waiting && <TableSkeleton columns={columns} />}
        {empty && <ListEmpty descriptor={descriptor} screens={screens} list={list} />}
        {query.data && rows.length > 0 && (
          <ListTable
            ref={table}
            descriptor={descriptor}
            screens={screens}
            columns={columns}
            list={list}
            onOpen={open}
          />
        )}
      </div>
      {rows.length > 0 && <ListPages list={list} />}
      {list.selection.size > 0 && <BulkBar descriptor={descriptor} columns={columns} list={list} />}
      {state.panel && (
        <SidePanel
          key={state.panel}
          descriptor={descriptor}
          screens={screens}
          id={state.panel}
          onWalk={walk}
          onClose={() => {
            const id = state.panel;
            list.show(null);
            if (id) focusRow(table.current, id);
          }}
        />
      )}
      {help && <KeysHelp onClose={() => setHelp(false)} />}
    </div>
  );
};

const focusedRow = (table: HTMLElement | null): string | null =>
  table?.querySelector<HTMLElement>('tr:focus-within')?.dataset.id ?? null;

const focusRow = (table: HTMLElement | null, id: string): void => {
  const link = table?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"] .r-open`);
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: 'nearest' });
};
