import type { Language } from '@coulisse/contracts';
import { isBlank, type RawCell } from '../cell';
import { fold } from '../fold';
import type { DecimalSign } from '../parse-number';
import { rawText } from '../raw-text';
import { readCsv } from './csv-source';
import { detectDelimiter, type Delimiter } from './delimiter';
import { LIMITS, TableRefusal, tooLarge, tooMany, type ReadLimits } from './limits';
import type { TableRow } from './table-source';
import { decodeText } from './text-encoding';
import { isArchive, readXlsx } from './xlsx-source';

/** What is known of a file before its rows. */
export interface TableHead {
  readonly headers: readonly string[];
  /** Sign before the decimals of numbers that are text. */
  readonly decimal: DecimalSign;
  /** What stands between cells; for a workbook, what its reader's spreadsheets expect. */
  readonly delimiter: Delimiter;
}
/** A file whose first row heads its columns. */
export interface Table extends TableHead {
  /** Rows below the header that are not blank. */
  readonly rows: readonly TableRow[];
}
/** Whoever takes the rows as they are read. */
export interface TableVisitor {
  head(head: TableHead): void;
  row(row: TableRow): void;
}

const DATA = /^(?:[-+\d\s.,/:€$%]+|[^\s@]+@[^\s@]+\.\w+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

interface Opened {
  /** Hands on one row after the other. */
  readonly read: (push: (row: TableRow) => void) => Promise<void>;
  readonly decimal: DecimalSign;
  readonly delimiter: Delimiter;
}
function open(bytes: Buffer, language: Language, limits: ReadLimits): Opened {
  const habit =
    language === 'fr'
      ? ({ decimal: ',', delimiter: ';' } as const)
      : ({ decimal: '.', delimiter: ',' } as const);
  if (isArchive(bytes)) return { read: (push) => readXlsx(bytes, { limits, language }, push), ...habit };
  const text = decodeText(bytes);
  if (text === null) throw new TableRefusal('import.not-csv');
  const delimiter = detectDelimiter(text);
  // A comma between cells leaves the point for decimals; a semicolon is there because the comma is taken.
  const decimal = delimiter === ',' ? '.' : delimiter === ';' ? ',' : habit.decimal;
  return { read: (push) => readCsv(text, delimiter, { limits, language }, push), decimal, delimiter };
}

/** A row without the blank cells at its end. */
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
  const twice = named.filter((_, index) => folded.indexOf(folded[index] ?? '') !== index);
  if (twice.length)
    throw new TableRefusal('import.duplicate-headers', { headers: [...new Set(twice)].join(', ') });
  return headers;
}

/**
 * Reads a CSV file or a workbook row by row, up to the first thing that is beyond the limits. Throws the refusal of a file
 * that cannot be imported.
 */
export async function scanTable(
  bytes: Buffer,
  language: Language,
  visitor: TableVisitor,
  limits: ReadLimits = LIMITS,
): Promise<void> {
  if (bytes.length > limits.bytes) throw tooLarge(limits);
  const { read, decimal, delimiter } = open(bytes, language, limits);
  let headed = false;
  let count = 0;
  await read((one) => {
    const row = tidy(one);
    if (row.cells.length === 0) return;
    if (!headed) {
      headed = true;
      visitor.head({ headers: headersOf(row.cells, language, limits), decimal, delimiter });
      return;
    }
    if (++count > limits.rows) throw tooMany('rows', limits, language);
    visitor.row(row);
  });
  if (count === 0) throw new TableRefusal('import.empty');
}

/** Reads a file whole, within this thread. */
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
