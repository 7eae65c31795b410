import type { Language } from '@coulisse/contracts';
import { isBlank, type RawCell } from '../cell';
import { fold } from '../fold';
import { rawText } from '../raw-text';
import { LIMITS, TableRefusal, tooLarge, tooMany, type ReadLimits } from '../spreadsheet/limits';
import { spreadsheetReader } from '../spreadsheet/reader';
import type { OpenedTable, TableRow } from '../spreadsheet/spreadsheet.port';

/** Properties of a file that are known before its rows. */
export interface TableHead extends Pick<OpenedTable, 'decimal' | 'delimiter'> {
  readonly headers: readonly string[];
}
/** A file whose first row is the header. */
export interface Table extends TableHead {
  /** Rows below the header that are not blank. */
  readonly rows: readonly TableRow[];
}
/** Receives the header and the rows as they are read. */
export interface TableVisitor {
  head(head: TableHead): void;
  row(row: TableRow): void;
}

const DATA = /^(?:[-+\d\s.,/:€$%]+|[^\s@]+@[^\s@]+\.\w+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** A row without trailing blank cells. */
const tidy = ({ row, cells }: TableRow): TableRow => ({
  row,
  cells: cells.slice(0, cells.findLastIndex((cell) => !isBlank(cell)) + 1),
});

function headersOf(cells: readonly RawCell[], language: Language, limits: ReadLimits): string[] {
  const headers = cells.map((cell) => rawText(cell, language).trim());
  if (headers.length > limits.columns) throw tooMany('columns', limits, language);
  const named = headers.filter(Boolean);
  if (named.every((header) => DATA.test(header))) throw new TableRefusal('import.no-header');
  const folded = named.map((header) => fold(header) || header);
  const duplicates = named.filter((_, index) => folded.indexOf(folded[index] ?? '') !== index);
  if (duplicates.length)
    throw new TableRefusal('import.duplicate-headers', { headers: [...new Set(duplicates)].join(', ') });
  return headers;
}

/**
 * Reads a CSV file or a workbook row by row, until a limit is exceeded. Throws a `TableRefusal` if the file cannot be
 * imported.
 */
export async function scanTable(
  bytes: Buffer,
  language: Language,
  visitor: TableVisitor,
  limits: ReadLimits = LIMITS,
): Promise<void> {
  if (bytes.length > limits.bytes) throw tooLarge(limits);
  const { rows, decimal, delimiter } = spreadsheetReader.open(bytes, { language, limits });
  let headed = false;
  let count = 0;
  for await (const sourceRow of rows) {
    const row = tidy(sourceRow);
    if (row.cells.length === 0) continue;
    if (!headed) {
      headed = true;
      visitor.head({ headers: headersOf(row.cells, language, limits), decimal, delimiter });
      continue;
    }
    if (++count > limits.rows) throw tooMany('rows', limits, language);
    visitor.row(row);
  }
  if (count === 0) throw new TableRefusal('import.empty');
}

/** Reads a whole file in this thread. */
export async function readTable(bytes: Buffer, language: Language, limits = LIMITS): Promise<Table> {
  let head: TableHead | undefined;
  const rows: TableRow[] = [];
  const visitor: TableVisitor = {
    head: (found) => void (head = found),
    row: (row) => void rows.push(row),
  };
  await scanTable(bytes, language, visitor, limits);
  return { ...head!, rows };
}
