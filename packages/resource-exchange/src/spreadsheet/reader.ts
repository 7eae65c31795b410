import { readCsv } from './csv-reader';
import { conventionsOf, detectDelimiter } from './delimiter';
import { TableRefusal } from './limits';
import type { OpenedTable, ReadOptions, SpreadsheetReader } from './spreadsheet.port';
import { decodeText } from './text-encoding';
import { isArchive, readXlsx } from './xlsx-reader';

function open(bytes: Buffer, options: ReadOptions): OpenedTable {
  const conventions = conventionsOf(options.language);
  if (isArchive(bytes)) return { rows: readXlsx(bytes, options), ...conventions };
  const text = decodeText(bytes);
  if (text === null) throw new TableRefusal('import.not-csv');
  const delimiter = detectDelimiter(text);
  // A comma as delimiter implies the decimal point; a semicolon is used because the comma is the decimal separator.
  const decimal = delimiter === ',' ? '.' : delimiter === ';' ? ',' : conventions.decimal;
  return { rows: readCsv(text, delimiter, options), decimal, delimiter };
}

/** Reads CSV files and workbooks. Separate from the writer: the process that reads files loads no more than it needs. */
export const spreadsheetReader: SpreadsheetReader = { open };
