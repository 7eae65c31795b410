import type { Language } from '@coulisse/contracts';
import { unescapeFormula } from '../formula';
import type { Delimiter } from './delimiter';
import { TableRefusal, tooMany, unreadable, type ReadLimits } from './limits';
import type { TableRow } from './table-source';

/** A row longer than this is taken for a quote that was never closed. */
const LONGEST_ROW = 1024 * 1024;

/**
 * Passes the rows of a CSV text to `push`, without empty lines and without the apostrophes that neutralise formulas.
 * Throws a `TableRefusal` if the text cannot be read.
 */
export async function readCsv(
  text: string,
  delimiter: Delimiter,
  { limits, language }: { limits: ReadLimits; language: Language },
  push: (row: TableRow) => void,
): Promise<void> {
  const { CsvError, parse } = await import('csv-parse/sync');
  /** Number of the last complete row as in a spreadsheet: empty rows count. */
  let row = 0;
  try {
    parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: LONGEST_ROW,
      // The only hook that runs before a row is complete.
      cast: (value, { index }) => {
        if (index >= limits.sheetColumns || (index >= limits.columns && value.trim() !== ''))
          throw tooMany('columns', limits, language);
        return value;
      },
      skip_empty_lines: true,
      on_record: (cells: string[], { records, empty_lines }) => {
        row = records + empty_lines;
        if (row > limits.sheetRows) throw tooMany('rows', limits, language);
        push({ row, cells: cells.map(unescapeFormula) });
        // The parser must not collect the row.
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const open = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
    if (!open) throw unreadable(error);
    throw new TableRefusal('import.unclosed-quote', { row: row + 1 }, undefined, error);
  }
}
