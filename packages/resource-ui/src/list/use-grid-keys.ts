import type { KeyboardEvent, RefObject } from 'react';
import { isMenuKey } from '@coulisse/ui-kit';
import { extended, isNothing, type ListControl, type ListRow, toggled } from '@coulisse/resource-client';
import { cellOf, focusCell, placeOf } from './grid-focus';
import { type Grid, moved, PICK, type Place } from './grid-moves';

interface GridKeys {
  table: RefObject<HTMLTableElement | null>;
  grid: Grid;
  list: ListControl;
  rowOf: (id: string) => ListRow | undefined;
  /** Field of the column that opens the record. */
  first: string;
  onMenu: (row: ListRow, at: { x: number; y: number }) => void;
  onSelect: (row: ListRow, range: boolean) => void;
  onEdit: (place: Place) => void;
  /** Closes the message of a cell; false when there was none. */
  dismiss: () => boolean;
}

/** Keyboard handling of a focused cell: move, select, edit, open the menu. */
export const useGridKeys = ({ table, grid, list, rowOf, first, ...on }: GridKeys) => {
  const walk = (event: KeyboardEvent, from: Place, to: Place) => {
    if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const begun = isNothing(list.selection) ? toggled(list.selection, from.id, grid.ids) : list.selection;
      list.setSelection(extended(begun, to.id, grid.ids));
    }
    focusCell(table.current, to);
    // An open panel shows the row of the focused cell.
    if (list.state.panel && to.id !== from.id) list.show(to.id);
  };
  const act = (event: KeyboardEvent, place: Place, row: ListRow): boolean => {
    if (isMenuKey(event)) {
      const box = cellOf(table.current, place)?.getBoundingClientRect();
      on.onMenu(row, { x: (box?.left ?? 0) + 24, y: box?.bottom ?? 0 });
      return true;
    }
    if (event.altKey) return false;
    const control = event.ctrlKey || event.metaKey;
    const to = moved(grid, place, event.key, control);
    if (to) {
      walk(event, place, to);
      return true;
    }
    if (event.key === 'Escape') return on.dismiss();
    if (control) return false;
    const onText = place.field !== first && place.field !== PICK;
    if (event.key === 'x') on.onSelect(row, false);
    else if (event.key === 'F2' || event.key === 'e' || (event.key === 'Enter' && onText)) on.onEdit(place);
    else return false;
    return true;
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    const row = place && rowOf(place.id);
    if (!place || !row || event.defaultPrevented) return;
    if (act(event, place, row)) event.preventDefault();
  };
};
