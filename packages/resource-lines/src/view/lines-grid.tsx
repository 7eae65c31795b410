import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { type Column, COLUMNS } from '../model/cells';
import { type Entry, keyOf } from '../model/document';
import { columnIn, rangeOf } from '../model/navigation';
import type { LinesState } from '../store';
import type { LinesActions } from './actions';
import { useEditor } from './editor-context';
import { gridKey } from './grid-keys';
import { GroupRow } from './group-row';
import { LineMenu } from './line-menu';
import { LineRow, type RowErrors } from './line-row';
import { useDrag } from './use-drag';

interface LinesGridProps {
  id: string;
  label: string;
  state: LinesState;
  actions: LinesActions;
  /** Errors of the server, by key of a line or group. */
  errors: ReadonlyMap<string, RowErrors>;
}

interface MenuState {
  key: string;
  at: { x: number; y: number };
}

const RIGHT = new Set<Column>(['quantity', 'unitPrice', 'discount', 'vatRate', 'total']);

/** Lines as a table that is edited like a spreadsheet. */
export const LinesGrid = ({ id, label, state, actions, errors }: LinesGridProps) => {
  const text = useResourceText();
  const { store, readOnly, priceEntry } = useEditor();
  const root = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const tabLeaves = useRef(false);
  const [menu, setMenu] = useState<MenuState | null>(null);
  const onMenu = useCallback((key: string, at: MenuState['at']) => setMenu({ key, at }), []);
  const drag = useDrag((key, over) => actions.run({ type: 'drop', key, over }, text('lines.dropped')));
  const start = useRef(drag.start);
  useEffect(() => {
    start.current = drag.start;
  });
  const [onHandle] = useState(
    () =>
      (...pressed: Parameters<typeof drag.start>) =>
        start.current(...pressed),
  );

  const { cursor, anchor, editing, shown, folded, totals } = state;
  useEffect(() => {
    if (!hasFocus.current || editing || !cursor) return;
    const entry = shown.find((candidate) => keyOf(candidate) === cursor.key);
    if (!entry) return;
    const cell = root.current?.querySelector<HTMLElement>(
      `[data-cell="${CSS.escape(`${cursor.key} ${columnIn(entry, cursor.column)}`)}"]`,
    );
    if (!cell || cell === document.activeElement) return;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest' });
  }, [cursor, editing, shown]);
  // A command outside of the table (a button under it) that opens a cell moves the focus into it.
  useEffect(() => {
    if (editing) hasFocus.current = true;
  }, [editing]);

  const keys = (event: KeyboardEvent) => {
    if (event.defaultPrevented || editing) return;
    const openMenu = (key: string) => {
      const box = (event.target as HTMLElement).getBoundingClientRect();
      setMenu({ key, at: { x: box.left, y: box.bottom } });
    };
    if (!gridKey(event, { store, actions, readOnly, tabLeaves, openMenu })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const press = (event: MouseEvent) => {
    const cell = cellAt(event.target);
    if (!cell || event.button !== 0 || (event.target as Element).closest('button, input')) return;
    // The text of the cell that is edited is stored before the cursor moves.
    if (editing && document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    const isSame =
      hasFocus.current &&
      cursor?.key === cell.key &&
      columnIn(entryOf(shown, cell.key), cursor.column) === cell.column;
    event.preventDefault();
    hasFocus.current = true;
    if (isSame && !readOnly && !event.shiftKey && !anchor) store.edit();
    else store.go(cell, event.shiftKey);
  };
  const contextMenu = (event: MouseEvent) => {
    const cell = readOnly || editing ? null : cellAt(event.target);
    if (!cell) return;
    event.preventDefault();
    store.go(cell, false);
    setMenu({ key: cell.key, at: { x: event.clientX, y: event.clientY } });
  };
  const sweep = (event: MouseEvent) => {
    const cell = event.buttons === 1 && !editing && !drag.dragged ? cellAt(event.target) : null;
    if (cell && cursor && hasFocus.current && !(cell.key === cursor.key && cell.column === cursor.column))
      store.go(cell, true);
  };
  const copy = (event: ClipboardEvent) => {
    if (editing || !cursor) return;
    event.clipboardData.setData('text/plain', actions.copy());
    event.preventDefault();
    if (event.type === 'cut' && !readOnly) actions.clear();
  };
  const blur = (event: FocusEvent) => {
    if (!root.current?.contains(event.relatedTarget)) hasFocus.current = false;
  };

  const selection = cursor && anchor ? rangeOf(shown, cursor, anchor) : null;
  const selectedKeys = new Set(selection?.entries.map(keyOf));
  const span = selection ? `${selection.columns[0]} ${selection.columns.at(-1)}` : null;
  const rowOf = (entry: Entry, index: number) => {
    const key = keyOf(entry);
    const isCurrent = cursor?.key === key;
    const shared = {
      rowIndex: index + 2,
      cursor: isCurrent ? columnIn(entry, cursor.column) : null,
      selection: selectedKeys.has(key) ? span : null,
      editing: isCurrent ? editing : null,
      errors: errors.get(key),
      isDragged: drag.dragged?.key === key,
      isOver: drag.dragged !== null && drag.dragged.over === key && drag.dragged.key !== key,
      actions,
      onHandle,
      onMenu,
    };
    return entry.type === 'line' ? (
      <LineRow key={key} {...shared} line={entry.line} total={totals.lines.get(key) ?? null} />
    ) : (
      <GroupRow
        key={key}
        {...shared}
        group={entry.group}
        subtotal={totals.groups.get(key) ?? 0}
        isFolded={folded.has(key)}
      />
    );
  };
  return (
    <>
      <div
        ref={root}
        id={id}
        className="l-grid"
        role="grid"
        aria-label={label}
        aria-rowcount={shown.length + 1}
        aria-colcount={COLUMNS.length + 1}
        aria-multiselectable
        aria-readonly={readOnly || undefined}
        data-dragging={drag.dragged ? true : undefined}
        onKeyDown={keys}
        onMouseDown={press}
        onMouseOver={sweep}
        onContextMenu={contextMenu}
        onFocus={() => {
          hasFocus.current = true;
        }}
        onBlur={blur}
        onCopy={copy}
        onCut={copy}
      >
        <div className="l-row l-head" role="row" aria-rowindex={1}>
          <div role="columnheader" className="l-cell">
            <span className="c-hidden">{text('lines.column.handle')}</span>
          </div>
          {COLUMNS.map((column) => (
            <div
              key={column}
              role="columnheader"
              data-column={column}
              className={classes('l-cell', RIGHT.has(column) && 'c-num')}
            >
              {text(
                `lines.column.${column === 'unitPrice' || column === 'total' ? column + priceEntry : column}`,
              )}
            </div>
          ))}
        </div>
        {shown.map(rowOf)}
      </div>
      {menu && (
        <LineMenu
          entryKey={menu.key}
          at={menu.at}
          state={state}
          actions={actions}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
};

const entryOf = (shown: readonly Entry[], key: string): Entry =>
  shown.find((entry) => keyOf(entry) === key) as Entry;

const cellAt = (target: EventTarget): { key: string; column: Column } | null => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const key = cell?.closest<HTMLElement>('[data-entry]')?.dataset['entry'];
  const column = COLUMNS.find((candidate) => candidate === cell?.dataset['column']);
  return key !== undefined && column ? { key, column } : null;
};
