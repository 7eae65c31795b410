import { isBlank } from '../cell';
import { unescapeFormula } from '../formula';
import { csvRecords } from './csv-records';
import { TableRefusal, tooMany } from './limits';
import type { Delimiter, ReadOptions, TableRow } from './spreadsheet.port';

const MARK = 0xfeff;

/**
 * The rows of a CSV text, without empty lines and without the apostrophes that neutralise formulas. Throws a
 * `TableRefusal` if the text cannot be read.
 */
export async function* readCsv(
  text: string,
  delimiter: Delimiter,
  options: ReadOptions,
): AsyncGenerator<TableRow> {
  const { parseCsv } = await import('hucre/csv');
  const { limits, language } = options;
  const content = text.charCodeAt(0) === MARK ? text.slice(1) : text;
  for (const record of csvRecords(content, delimiter, options)) {
    // Without quotes a record is only split, which is ten times as fast.
    const fastMode = !record.text.includes('"');
    const rows = parseCsv(record.text, { delimiter, fastMode, skipBom: false });
    if (rows.length !== 1) throw new TableRefusal('import.unreadable');
    const cells = (rows[0] as string[]).map(unescapeFormula);
    if (cells.findLastIndex((cell) => !isBlank(cell)) >= limits.columns)
      throw tooMany('columns', limits, language);
    yield { row: record.row, cells };
  }
}
