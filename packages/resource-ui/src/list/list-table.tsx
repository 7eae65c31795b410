import {
  type ComponentProps,
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { FieldDescriptor, ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { Opening, useLanguage } from '@coulisse/ui-kit';
import {
  type ColumnChoice,
  extended,
  isChosen,
  isNothing,
  isWholePage,
  type ListColumn,
  type ListControl,
  type ListRow as RowData,
  pageToggled,
  resizeColumn,
  toggled,
  useResourceText,
} from '@coulisse/resource-client';
import { titleOf } from '@coulisse/resource-fields';
import { CellNote, Refusal } from './cell-note';
import { ColumnHead, widthVariable } from './column-head';
import { cellOf, focusCell, placeOf, useRestoreFocus } from './grid-focus';
import { type Grid, nextEditable, PICK, type Place } from './grid-moves';
import { HeadMenu } from './head-menu';
import { ListRow, type RowEvents } from './list-row';
import { CellEditor, OrderedList, OrderedRow } from '../parts-on-demand';
import { lockOf } from './lock';
import { SumsRow } from './sums-row';
import { useInlineEdit } from './use-inline-edit';
import { useGridKeys } from './use-grid-keys';
import type { OrderControl } from './use-order';

interface ListTableProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
  /** Null when the rows cannot be ordered by hand. */
  order: OrderControl | null;
  onOpen: (id: string) => void;
  onMenu: (row: RowData, at: { x: number; y: number }) => void;
  tableRef: RefObject<HTMLTableElement | null>;
}

interface Editing extends Place {
  /** The typed value that was refused before. */
  draft?: unknown;
}

/** The table of a list; rows can be selected, edited and opened by mouse or keyboard. */
export const ListTable = ({ descriptor, screens, list, order, onOpen, onMenu, tableRef }: ListTableProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const { rows, columns, selection } = list;
  const [active, setActive] = useState<Place | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [locked, setLocked] = useState<(Place & { reason: string }) | null>(null);
  const [head, setHead] = useState<{ column: ListColumn; x: number; y: number } | null>(null);
  const edit = useInlineEdit(descriptor);
  const ids = rows.map((row) => row.id);
  const grid = { ids, fields: columns.map(({ field }) => field.name) };
  const first = columns[0]?.field.name ?? PICK;
  const tabStop = placeIn(grid, active, first);
  const rowOf = (id: string) => rows.find((row) => row.id === id);
  const fieldOf = (name: string) => columns.find(({ field }) => field.name === name)?.field;

  useRestoreFocus(tableRef, ids, active, editing !== null);
  // When the selection becomes empty, its toolbar disappears, and with it the focus.
  const chosen = !isNothing(selection);
  const wasChosen = useRef(chosen);
  useEffect(() => {
    if (wasChosen.current && !chosen && tabStop && document.activeElement === document.body)
      focusCell(tableRef.current, tabStop);
    wasChosen.current = chosen;
  });

  const startEdit = (place: Editing) => {
    const [row, field] = [rowOf(place.id), fieldOf(place.field)];
    if (!row || !field) return;
    const reason = lockOf(descriptor, screens, row, field);
    setActive(place);
    edit.forget();
    if (reason) {
      focusCell(tableRef.current, place);
      setLocked({ ...place, reason: text(reason) });
    } else if (field.type === 'bool') void edit.save(row, field, row[field.name] !== true);
    else setEditing(place);
  };
  const select = (row: RowData, range: boolean) =>
    list.setSelection(range ? extended(selection, row.id, ids) : toggled(selection, row.id, ids));

  const latest = useRef({ select, startEdit, onOpen, onMenu });
  useEffect(() => {
    latest.current = { select, startEdit, onOpen, onMenu };
  });
  const events = useMemo<RowEvents>(
    () => ({
      onOpen: (row) => latest.current.onOpen(row.id),
      onSelect: (row, range) => latest.current.select(row, range),
      onEdit: (row, field) => latest.current.startEdit({ id: row.id, field: field.name }),
      onMenu: (row, at) => latest.current.onMenu(row, at),
    }),
    [],
  );

  const keys = useGridKeys({
    table: tableRef,
    grid,
    list,
    rowOf,
    first,
    onMenu,
    onSelect: select,
    onEdit: startEdit,
    dismiss: () => {
      const shown = locked !== null || edit.trouble !== null;
      setLocked(null);
      edit.forget();
      return shown;
    },
  });
  const titleOfRow = (listRow: RowData | undefined) =>
    listRow ? titleOf(descriptor, listRow, language) : '';
  const row = editing ? rowOf(editing.id) : undefined;
  const field = editing ? fieldOf(editing.field) : undefined;
  const every = isWholePage(selection, ids);
  const table = (Row: ComponentType<ComponentProps<typeof ListRow>>, carrying = false) => (
    <table
      className="r-table r-rows"
      ref={tableRef}
      role="grid"
      aria-label={descriptor.plural[language]}
      aria-multiselectable
      aria-rowcount={list.exact && list.total !== null ? list.total + 1 : -1}
      style={widths(columns)}
      data-ordered={order !== null || undefined}
      onKeyDown={carrying ? undefined : keys}
      onFocus={(event) => {
        const place = placeOf(event.target);
        if (place && (place.id !== active?.id || place.field !== active.field)) setActive(place);
      }}
      onBlur={() => setLocked(null)}
    >
      <thead>
        <tr>
          <th className="r-pick">
            <input
              type="checkbox"
              className="c-box"
              aria-label={text('list.selectAll')}
              checked={every}
              ref={(box) => {
                if (box) box.indeterminate = !every && ids.some((id) => selection.ids.has(id));
              }}
              onChange={() => list.setSelection(pageToggled(selection, ids))}
            />
          </th>
          {columns.map((column) => (
            <ColumnHead
              key={column.field.name}
              column={column}
              list={list}
              onResize={(width) =>
                list.setColumns(resizeColumn(choicesOf(columns), column.field.name, width), true)
              }
              onMenu={(event: MouseEvent | KeyboardEvent) => {
                event.preventDefault();
                const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
                const pointed = 'clientX' in event && event.clientX > 0;
                setHead({
                  column,
                  x: pointed ? event.clientX : box.left,
                  y: pointed ? event.clientY : box.bottom,
                });
              }}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((listRow) => (
          <Row
            key={listRow.id}
            row={listRow}
            descriptor={descriptor}
            screens={screens}
            columns={columns}
            current={list.state.panel === listRow.id}
            selected={isChosen(selection, listRow.id)}
            active={tabStop?.id === listRow.id ? tabStop.field : null}
            saving={columns
              .filter((column) => edit.isSaving({ id: listRow.id, field: column.field.name }))
              .map((column) => column.field.name)
              .join(' ')}
            trouble={edit.trouble?.id === listRow.id ? edit.trouble.field : null}
            events={events}
          />
        ))}
      </tbody>
      <SumsRow list={list} summed={descriptor.sums} />
    </table>
  );
  return (
    <div className="r-scroll">
      {order ? (
        <Suspense fallback={table(ListRow)}>
          <OrderedList order={order} nameOf={(id) => titleOfRow(rowOf(id))}>
            {(carrying) => table(OrderedRow, carrying)}
          </OrderedList>
        </Suspense>
      ) : (
        table(ListRow)
      )}
      {editing && row && field && (
        <Opening onClose={() => setEditing(null)}>
          <CellEditor
            key={`${editing.id}.${editing.field}`}
            anchor={() => cellOf(tableRef.current, editing)}
            field={field}
            value={'draft' in editing ? editing.draft : row[field.name]}
            onCancel={() => {
              setEditing(null);
              focusCell(tableRef.current, editing);
            }}
            onSave={(value, after) => {
              setEditing(null);
              void edit.save(row, field, value);
              if (after === 'leave') return;
              const open = (place: Place) => {
                const [otherRow, otherField] = [rowOf(place.id), fieldOf(place.field)];
                return Boolean(otherRow && otherField && !lockOf(descriptor, screens, otherRow, otherField));
              };
              const next =
                after === 'stay'
                  ? null
                  : nextEditable(grid, editing, after === 'previous', (place) => open(place));
              focusCell(tableRef.current, next ?? editing);
              if (next && fieldOf(next.field)?.type !== 'bool') setEditing(next);
            }}
          />
        </Opening>
      )}
      {locked && (
        <CellNote anchor={() => cellOf(tableRef.current, locked)} tone="info">
          {locked.reason}
        </CellNote>
      )}
      {edit.trouble && rowOf(edit.trouble.id) && fieldOf(edit.trouble.field) && (
        <Refusal
          edit={edit}
          row={rowOf(edit.trouble.id) as RowData}
          field={fieldOf(edit.trouble.field) as FieldDescriptor}
          anchor={() => (edit.trouble ? cellOf(tableRef.current, edit.trouble) : null)}
          onEdit={(place, draft) => {
            edit.forget();
            setEditing({ ...place, draft });
          }}
        />
      )}
      {head && <HeadMenu column={head.column} list={list} at={head} onClose={() => setHead(null)} />}
    </div>
  );
};

/** The cell in the tab order: the last active one, while it exists. */
const placeIn = ({ ids, fields }: Grid, active: Place | null, first: string): Place | null => {
  const [top] = ids;
  if (top === undefined) return null;
  const id = active && ids.includes(active.id) ? active.id : top;
  const field = active && (active.field === PICK || fields.includes(active.field)) ? active.field : first;
  return { id, field };
};

const choicesOf = (columns: readonly ListColumn[]): ColumnChoice[] =>
  columns.map(({ field, width }) => ({ name: field.name, ...(width ? { width } : {}) }));

/** CSS variables of the column widths; columns without a width fit their content. */
const widths = (columns: readonly ListColumn[]): CSSProperties =>
  Object.fromEntries(
    columns.flatMap(({ field, width }) => (width ? [[widthVariable(field.name), `${width}px`]] : [])),
  );
