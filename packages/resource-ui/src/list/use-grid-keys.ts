import type { KeyboardEvent, RefObject } from 'react';
import type { ListRow } from '../data/list-queries';
import { extended, isNothing, toggled } from '../data/selection';
import { isMenuKey } from './column-head';
import { cellOf, focusCell, placeOf } from './grid-focus';
import { type Grid, moved, PICK, type Place } from './grid-moves';
import type { ListControl } from './use-list';

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
  /** Puts away what is said of a cell; false when nothing was. */
  dismiss: () => boolean;
}

/** The keys of a table whose focus is in a cell: to walk, to select, to edit, to open its menu. */
export const useGridKeys = ({ table, grid, list, rowOf, first, ...on }: GridKeys) => {
  const walk = (event: KeyboardEvent, from: Place, to: Place) => {
    if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const begun = isNothing(list.selection) ? toggled(list.selection, from.id, grid.ids) : list.selection;
      list.setSelection(extended(begun, to.id, grid.ids));
    }
    focusCell(table.current, to);
    // The panel follows: it shows the row that one is on.
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
