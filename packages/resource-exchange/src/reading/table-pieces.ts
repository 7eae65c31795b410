import type { Language } from '@coulisse/contracts';
import { isBlank, type RawCell } from '../cell';
import { rawText } from '../raw-text';
import { LIMITS, tooLargeUnpacked, type ReadLimits } from '../spreadsheet/limits';
import type { TableRow } from '../spreadsheet/spreadsheet.port';
import { scanTable, type TableHead } from './read-table';

/** Rows per piece: an import holds one piece in memory at a time. */
export const PIECE_ROWS = 500;
const SAMPLES = 3;
const LONGEST_SAMPLE = 80;

/** A row as it is stored. */
export type StoredRow = [row: number, cells: readonly RawCell[]];

/** A file that was read. Its rows are already serialised, so that the request thread only passes bytes on. */
export interface TablePieces extends TableHead {
  readonly rows: number;
  /** The first values of each column, formatted in the caller's language. */
  readonly samples: readonly (readonly string[])[];
  /** JSON of `StoredRow[]`, `PIECE_ROWS` in each but the last. */
  readonly pieces: readonly Uint8Array[];
}

/** Reads a file into pieces that can be stored. */
export async function readPieces(
  bytes: Buffer,
  language: Language,
  limits: ReadLimits = LIMITS,
): Promise<TablePieces> {
  let head: TableHead = { headers: [], decimal: ',', delimiter: ';' };
  let rows = 0;
  let stored = 0;
  let piece: StoredRow[] = [];
  const samples: string[][] = [];
  const pieces: Uint8Array[] = [];

  const flush = () => {
    if (piece.length === 0) return;
    const content = new TextEncoder().encode(JSON.stringify(piece));
    stored += content.length;
    if (stored > limits.stored) throw tooLargeUnpacked(limits);
    pieces.push(content);
    piece = [];
  };
  const sample = ({ cells }: TableRow) =>
    samples.forEach((found, index) => {
      const cell = cells[index] ?? null;
      if (found.length < SAMPLES && !isBlank(cell))
        found.push(rawText(cell, language).slice(0, LONGEST_SAMPLE));
    });
  await scanTable(
    bytes,
    language,
    {
      head: (found) => {
        head = found;
        samples.push(...found.headers.map(() => []));
      },
      row: (row) => {
        rows += 1;
        sample(row);
        piece.push([row.row, row.cells]);
        if (piece.length === PIECE_ROWS) flush();
      },
    },
    limits,
  );
  flush();
  const { headers, decimal, delimiter } = head;
  return { headers, decimal, delimiter, rows, samples, pieces };
}
