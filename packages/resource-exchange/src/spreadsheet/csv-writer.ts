import type { Language } from '@coulisse/contracts';
import type { Cell } from '../cell';
import { cellText } from '../cell-text';
import { escapeFormula } from '../formula';
import { conventionsOf } from './delimiter';
import type { SpreadsheetWriter, WrittenTable } from './spreadsheet.port';

/** Byte order mark: spreadsheets need it to read the text as UTF-8. */
const MARK = '\ufeff';
const LINE_END = '\r\n';
/** Some programs trim cells that are not quoted. */
const TRIMMED = /^\s|\s$/;

/** The CSV text of a cell. Only text cells can be taken for formulas. */
export const csvCell = (cell: Cell, language: Language): string =>
  cell?.kind === 'text' ? escapeFormula(cell.text) : cellText(cell, language);

export const csvLines: SpreadsheetWriter['csvLines'] = async (rows, { delimiter, first }) => {
  const library = await import('hucre/csv');
  const lines = rows.map((row) => {
    const quoteStyle = row.some((cell) => TRIMMED.test(cell)) ? 'all' : 'required';
    return library.writeCsv([[...row]], { delimiter, quoteStyle }) + LINE_END;
  });
  return Buffer.from((first ? MARK : '') + lines.join(''));
};

/** A CSV file, streamed batch by batch. */
export async function* writeCsv({ columns, batches, language }: WrittenTable): AsyncGenerator<Uint8Array> {
  const { delimiter } = conventionsOf(language);
  yield csvLines([columns.map(({ header }) => escapeFormula(header))], { delimiter, first: true });
  for await (const batch of batches) {
    const rows = batch.map((row) => row.map((cell) => csvCell(cell, language)));
    yield csvLines(rows, { delimiter, first: false });
  }
}
