import type { Language } from '@coulisse/contracts';
import { restored } from '../formula';
import type { Delimiter } from './delimiter';
import { TableRefusal, tooMany, unreadable, type ReadLimits } from './limits';
import type { TableRow } from './table-source';

/** A row longer than this is a quote that was never closed. */
const LONGEST_ROW = 1024 * 1024;

/**
 * Hands on the rows of a CSV text, without its empty lines and the apostrophes that keep texts from being formulas. Throws a refusal when it cannot be read.
 */
export async function readCsv(
  text: string,
  delimiter: Delimiter,
  { limits, language }: { limits: ReadLimits; language: Language },
  push: (row: TableRow) => void,
): Promise<void> {
  const { CsvError, parse } = await import('csv-parse/sync');
  /** Number of the last whole row, as a spreadsheet gives it: empty ones count. */
  let row = 0;
  try {
    parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: LONGEST_ROW,
      // The only place where a row is seen before it is whole.
      cast: (value, { index }) => {
        if (index >= limits.sheetColumns || (index >= limits.columns && value.trim() !== ''))
          throw tooMany('columns', limits, language);
        return value;
      },
      skip_empty_lines: true,
      on_record: (cells: string[], { records, empty_lines }) => {
        row = records + empty_lines;
        if (row > limits.sheetRows) throw tooMany('rows', limits, language);
        push({ row, cells: cells.map(restored) });
        // Nothing of it is kept by the parser.
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
