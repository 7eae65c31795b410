import type { Language } from '@coulisse/contracts';
import { Problem } from '../../problem/problem';
import { isBlank, type RawCell } from './cell';
import { csvRows } from './csv-source';
import { detectDelimiter, type Delimiter } from './delimiter';
import { fold } from './fold';
import type { DecimalSign } from './parse-number';
import { rawText } from './raw-text';
import type { TableRow } from './table-source';
import { decodeText } from './text-encoding';
import { isArchive, xlsxRows } from './xlsx-source';

export const MAX_BYTES = 20 * 1024 * 1024;
export const MAX_ROWS = 50_000;
export const MAX_COLUMNS = 300;

/** A file whose first row heads its columns. */
export interface Table {
  readonly headers: readonly string[];
  /** Rows below the header that are not blank. */
  readonly rows: readonly TableRow[];
  /** Sign before the decimals of numbers that are text. */
  readonly decimal: DecimalSign;
  /** What stands between cells; for a workbook, what its reader's spreadsheets expect. */
  readonly delimiter: Delimiter;
}

const number = (value: number, language: Language) => new Intl.NumberFormat(language).format(value);
const DATA = /^(?:[-+\d\s.,/:€$%]+|[^\s@]+@[^\s@]+\.\w+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

interface Opened {
  readonly rows: AsyncIterable<TableRow>;
  readonly decimal: DecimalSign;
  readonly delimiter: Delimiter;
}
function open(bytes: Buffer, language: Language): Opened {
  const habit =
    language === 'fr'
      ? ({ decimal: ',', delimiter: ';' } as const)
      : ({ decimal: '.', delimiter: ',' } as const);
  if (isArchive(bytes)) return { rows: xlsxRows(bytes), ...habit };
  const text = decodeText(bytes);
  if (text === null) throw new Problem('import.not-csv');
  const delimiter = detectDelimiter(text);
  // A comma between cells leaves the point for decimals; a semicolon is there because the comma is taken.
  const decimal = delimiter === ',' ? '.' : delimiter === ';' ? ',' : habit.decimal;
  return { rows: csvRows(text, delimiter), decimal, delimiter };
}

/** A row without the blank cells at its end. */
const tidy = ({ row, cells }: TableRow): TableRow => ({
  row,
  cells: cells.slice(0, cells.findLastIndex((cell) => !isBlank(cell)) + 1),
});

function headersOf(cells: readonly RawCell[], language: Language): string[] {
  const headers = cells.map((cell) => rawText(cell, language).trim());
  if (headers.length > MAX_COLUMNS)
    throw new Problem('import.too-many-columns', { params: { max: number(MAX_COLUMNS, language) } });
  const named = headers.filter(Boolean);
  if (named.every((header) => DATA.test(header))) throw new Problem('import.no-header');
  const folded = named.map((header) => fold(header) || header);
  const twice = named.filter((_, index) => folded.indexOf(folded[index] ?? '') !== index);
  if (twice.length)
    throw new Problem('import.duplicate-headers', { params: { headers: [...new Set(twice)].join(', ') } });
  return headers;
}

/** Reads a CSV file or a workbook whole. Throws the problem of a file that cannot be imported. */
export async function readTable(bytes: Buffer, language: Language): Promise<Table> {
  if (bytes.length > MAX_BYTES)
    throw new Problem('import.too-large', { params: { max: MAX_BYTES / 1024 / 1024 }, status: 413 });
  const { rows: source, decimal, delimiter } = open(bytes, language);
  let headers: string[] | undefined;
  const rows: TableRow[] = [];
  for await (const one of source) {
    const row = tidy(one);
    if (row.cells.length === 0) continue;
    if (!headers) headers = headersOf(row.cells, language);
    else rows.push(row);
    if (rows.length > MAX_ROWS)
      throw new Problem('import.too-many-rows', { params: { max: number(MAX_ROWS, language) } });
  }
  if (!headers || rows.length === 0) throw new Problem('import.empty');
  return { headers, rows, decimal, delimiter };
}
