import { type Column, COLUMNS, type EditedColumn, isEdited } from './cells';
import type { CellPlace } from './commands';
import { type DocumentLine, type Entry, keyOf } from './document';

/** A cell of the table. The row of a group has a label and a total only. */
export interface Cursor {
  readonly key: string;
  readonly column: Column;
}

/** The entries that are shown: lines of folded groups are not. */
export const shownEntries = (entries: readonly Entry[], folded: ReadonlySet<string>): Entry[] =>
  folded.size === 0
    ? [...entries]
    : entries.filter((entry) => entry.type === 'group' || !folded.has(entry.line.group ?? ''));

/** The column that a cell of this row stands for: the cells of text lines and of headings span the table. */
export const columnIn = (entry: Entry, column: Column): Column => {
  if (column === 'total' || column === 'label') return column;
  return entry.type === 'group' || entry.line.kind === 'text' ? 'label' : column;
};

export type Direction = 'up' | 'down' | 'left' | 'right' | 'next' | 'previous' | 'start' | 'end';

/** The cell that a key leads to; null at the end of the table. */
export const stepFrom = (
  shown: readonly Entry[],
  { key, column }: Cursor,
  direction: Direction,
): Cursor | null => {
  const at = shown.findIndex((entry) => keyOf(entry) === key);
  const entry = shown[at];
  if (!entry) return null;
  const columns = COLUMNS.filter((candidate) => columnIn(entry, candidate) === candidate);
  const place = columns.indexOf(columnIn(entry, column));
  const vertical = (by: number): Cursor | null => {
    const next = shown[at + by];
    return next ? { key: keyOf(next), column } : null;
  };
  const horizontal = (by: number): Cursor | null => {
    const next = columns[place + by];
    return next ? { key, column: next } : null;
  };
  switch (direction) {
    case 'up':
      return vertical(-1);
    case 'down':
      return vertical(1);
    case 'left':
      return horizontal(-1);
    case 'right':
      return horizontal(1);
    case 'start':
      return { key, column: 'label' };
    case 'end':
      return { key, column: 'total' };
    case 'next':
      return horizontal(1) ?? (shown[at + 1] ? { key: keyOf(shown[at + 1]!), column: 'label' } : null);
    case 'previous':
      return horizontal(-1) ?? (shown[at - 1] ? { key: keyOf(shown[at - 1]!), column: 'total' } : null);
  }
};

/** A rectangle of cells between two of them. */
export interface Range {
  readonly entries: readonly Entry[];
  readonly columns: readonly Column[];
}

export const rangeOf = (shown: readonly Entry[], cursor: Cursor, anchor: Cursor | null): Range => {
  const placeOf = (key: string) => shown.findIndex((entry) => keyOf(entry) === key);
  const rows = [placeOf(cursor.key), placeOf((anchor ?? cursor).key)].filter((place) => place >= 0);
  const columns = [cursor.column, (anchor ?? cursor).column].map((column) => COLUMNS.indexOf(column));
  return {
    entries: rows.length === 0 ? [] : shown.slice(Math.min(...rows), Math.max(...rows) + 1),
    columns: COLUMNS.slice(Math.min(...columns), Math.max(...columns) + 1),
  };
};

export const linesIn = ({ entries }: Range): DocumentLine[] =>
  entries.flatMap((entry) => (entry.type === 'line' ? [entry.line] : []));

export const placesIn = (range: Range): CellPlace[] =>
  linesIn(range).flatMap(({ key }) =>
    range.columns
      .filter((column): column is EditedColumn => isEdited(column))
      .map((column) => ({ key, column })),
  );
