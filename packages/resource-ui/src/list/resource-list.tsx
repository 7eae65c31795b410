import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type ResourceDescriptor,
  type ResourceScreens,
  useMayCreate,
  useResource,
  useResourceScreens,
  useShowKeys,
} from '@coulisse/mfe-kit';
import { Button, Notice, Opening, SkeletonLines, useDelayed } from '@coulisse/ui-kit';
import {
  boardField,
  isNothing,
  isUnfiltered,
  type ListControl,
  NOTHING,
  queryParams,
  toggled,
  useGroupsQuery,
  useList,
  useResourceText,
  USUAL,
} from '@coulisse/resource-client';
import { Failure, Unavailable } from '@coulisse/resource-fields';
import { ListCommands } from '../palette/list-commands';
import { useShortcuts } from '../use-shortcuts';
import { ViewChanges } from '../views/view-changes';
import { ViewTabs } from '../views/view-tabs';
import { Board, BulkBar, SidePanel } from '../parts-on-demand';
import { ColumnChooser } from './column-chooser';
import { FilterBar } from './filter-bar';
import { focusCell, focusedRecord } from './grid-focus';
import { ListEmpty } from './list-empty';
import { useExportWindow } from './list-exchange';
import { ListHead } from './list-head';
import { ListPages } from './list-pages';
import { ListTable } from './list-table';
import { PhoneBar } from './phone-bar';
import { useRowActions } from './row-actions';
import { SelectionNote } from './selection-note';
import { TableSkeleton } from './table-skeleton';
import { TypeSwitch } from './type-switch';
import { useOrder } from './use-order';

/** The list of a resource, rendered from its descriptor. `resource="crm.tiers"` */
export const ResourceList = ({ resource }: { resource: string }) => {
  const descriptor = useResource(resource);
  const screens = useResourceScreens(descriptor);
  if (!descriptor?.may.read || !screens) return <Unavailable />;
  return <DescribedList key={resource} descriptor={descriptor} screens={screens} />;
};

/** Below this width there is no room for a panel: a record opens on its own page. */
const PANEL_FROM = '(min-width: 56.26em)';

interface DescribedListProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
}

const DescribedList = ({ descriptor, screens }: DescribedListProps) => {
  const text = useResourceText();
  const navigate = useNavigate();
  const mayCreate = useMayCreate();
  const list = useList(descriptor, screens.overrides);
  const { rows, state } = list;
  const showKeys = useShowKeys();
  const [selecting, setSelecting] = useState(false);
  // The toolbar is loaded with the first selection, and stays: it shows the progress of what it began.
  const [wasSelected, setWasSelected] = useState(false);
  if (!wasSelected && !isNothing(list.selection)) setWasSelected(true);
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const by = boardField(descriptor, state.by, screens.overrides.list?.board);
  const board = state.type === 'kanban' ? by : null;
  const total = useShownTotal(descriptor, list, board?.name ?? null);

  const open = (id: string) => {
    if (window.matchMedia(PANEL_FROM).matches) list.show(id);
    else void navigate(screens.record(id));
  };
  const order = useOrder(descriptor, list);
  const actions = useRowActions({ descriptor, screens, onOpen: open, order });
  const exporting = useExportWindow(descriptor, list);
  const focusRecord = (id: string) => {
    const first = list.columns[0]?.field.name ?? '';
    if (table.current) focusCell(table.current, { id, field: first });
    else content.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] .r-open`)?.focus();
  };
  const walk = (step: number) => {
    const shown = [...(content.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])].map(
      ({ dataset }) => dataset.id ?? '',
    );
    const now = state.panel ?? focusedRecord(content.current);
    const next = shown[Math.min(shown.length - 1, Math.max(0, now === null ? 0 : shown.indexOf(now) + step))];
    if (!next) return;
    if (state.panel) list.show(next);
    focusRecord(next);
  };
  const toggleCurrent = () => {
    const id = state.panel ?? focusedRecord(content.current);
    if (id && !board)
      list.setSelection(
        toggled(
          list.selection,
          id,
          rows.map((row) => row.id),
        ),
      );
  };
  const edit = () => {
    const id = state.panel ?? focusedRecord(content.current);
    if (id) void navigate(screens.edit?.(id) ?? screens.record(id));
  };
  useShortcuts({
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
    '/': () => search.current?.focus(),
    c: () => mayCreate(descriptor, screens) && void navigate(screens.add),
    e: edit,
    x: toggleCurrent,
    Escape: () => (state.panel ? closePanel() : list.setSelection(NOTHING)),
  });
  const closePanel = () => {
    const id = state.panel;
    list.show(null);
    if (id) focusRecord(id);
  };

  return (
    <div
      className="r-list"
      data-panel={state.panel ? true : undefined}
      data-selecting={selecting || !isNothing(list.selection) || undefined}
    >
      <ListHead
        descriptor={descriptor}
        screens={screens}
        list={list}
        total={total}
        onExport={exporting.open}
        onHelp={showKeys}
      />
      <ViewTabs descriptor={descriptor} screens={screens} list={list} />
      {list.viewMissing && (
        <div className="r-view-missing">
          <Notice tone="warn">{text('view.missing')}</Notice>
        </div>
      )}
      <FilterBar descriptor={descriptor} list={list} searchRef={search}>
        <span className="c-push r-list-tools">
          <ViewChanges descriptor={descriptor} list={list} />
          <TypeSwitch descriptor={descriptor} screens={screens} list={list} />
          <ColumnChooser descriptor={descriptor} list={list} />
        </span>
      </FilterBar>
      <div ref={content}>
        {board ? (
          <Suspense fallback={<SkeletonLines lines={6} />}>
            <Board
              key={board.name}
              descriptor={descriptor}
              screens={screens}
              list={list}
              field={board}
              onOpen={open}
              onMenu={actions.open}
            />
          </Suspense>
        ) : (
          <>
            <SelectionNote list={list} />
            <TableCard descriptor={descriptor} screens={screens} list={list}>
              <ListTable
                tableRef={table}
                descriptor={descriptor}
                screens={screens}
                list={list}
                order={order}
                onOpen={open}
                onMenu={actions.open}
              />
            </TableCard>
            {rows.length > 0 && <ListPages list={list} />}
          </>
        )}
      </div>
      {wasSelected && (
        <Opening onClose={() => setWasSelected(false)}>
          <BulkBar descriptor={descriptor} list={list} onExport={exporting.open} />
        </Opening>
      )}
      <PhoneBar
        descriptor={descriptor}
        screens={screens}
        list={list}
        selecting={selecting}
        onSelecting={(next) => {
          setSelecting(next);
          if (!next) list.setSelection(NOTHING);
        }}
      />
      {state.panel && (
        <Suspense fallback={<PanelPlace />}>
          <SidePanel
            key={state.panel}
            descriptor={descriptor}
            screens={screens}
            id={state.panel}
            onWalk={walk}
            onMenu={actions.open}
            onClose={closePanel}
          />
        </Suspense>
      )}
      {actions.parts}
      {exporting.part}
      <ListCommands descriptor={descriptor} screens={screens} list={list} onExport={exporting.open} />
    </div>
  );
};

/** The place of the panel while its code is loaded, so that the table has its width at once. */
const PanelPlace = () => (
  <aside className="r-panel">
    <SkeletonLines lines={8} />
  </aside>
);

/** Number of records of the list, from its page or from the columns of its board. */
const useShownTotal = (
  descriptor: ResourceDescriptor,
  list: ListControl,
  board: string | null,
): number | null => {
  const groups = useGroupsQuery(descriptor, board, queryParams(list.sorted), list.views.settled);
  if (board) return groups.data?.reduce((sum, { total }) => sum + total, 0) ?? null;
  return list.query.data ? list.total : null;
};

/** The table, or in its place: loading, empty or error. */
const TableCard = ({
  descriptor,
  screens,
  list,
  children,
}: DescribedListProps & { list: ListControl; children: ReactNode }) => {
  const text = useResourceText();
  const { query, rows } = list;
  const waiting = useDelayed(query.isPending);
  const turning = useDelayed(query.isPlaceholderData);
  const isCustomised = !isUnfiltered(list.state) || list.state.sort !== null || list.state.columns !== null;
  return (
    <div className="c-card r-list-card" aria-busy={query.isFetching} data-turning={turning || undefined}>
      {query.isError && (
        <Failure
          failure={query.error}
          onRetry={() => void query.refetch()}
          actions={
            isCustomised && (
              <Button onClick={() => list.go({ ...list.state, ...USUAL, view: null, page: 1, after: null })}>
                {text('list.error.plain')}
              </Button>
            )
          }
        />
      )}
      {waiting && <TableSkeleton columns={list.columns} />}
      {query.data && !query.isError && rows.length === 0 && (
        <ListEmpty descriptor={descriptor} screens={screens} list={list} />
      )}
      {rows.length > 0 && !query.isError && children}
    </div>
  );
};
