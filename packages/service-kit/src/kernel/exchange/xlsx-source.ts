import { Problem } from '../../problem/problem';
import type { RawCell } from './cell';
import type { TableRow } from './table-source';
import { assertBounded } from './workbook-bounds';

/** Zip archives begin like this, and no text does. */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/**
 * Dates are on the wall clock: the reader gives them as if it were that of UTC, and cuts a millisecond off those that a
 * binary fraction of a day cannot hold.
 */
const rawCell = (value: unknown): RawCell => {
  if (value instanceof Date) {
    const ms = value.getTime();
    return { moment: new Date((ms + 1) % 1000 === 0 ? ms + 1 : ms).toISOString().slice(0, -1) };
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
};

/** The rows of the first sheet of a workbook, blank ones included. It is read in a thread of its own. */
export async function* xlsxRows(bytes: Buffer): AsyncGenerator<TableRow> {
  const rows = await readFirstSheet(bytes).catch((error: unknown) => {
    throw new Problem('import.unreadable', { cause: error });
  });
  for (const [index, cells] of rows.entries()) yield { row: index + 1, cells: cells.map(rawCell) };
}

async function readFirstSheet(bytes: Buffer) {
  await assertBounded(bytes);
  const { readSheet } = await import('read-excel-file/node');
  return readSheet(bytes, { trim: false });
}
