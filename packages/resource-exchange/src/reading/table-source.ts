import type { RawCell } from '../cell';

/** A row as a spreadsheet numbers it, from 1. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly RawCell[];
}
