import type { Language } from '@coulisse/contracts';
import type { Cell } from './cell';
import { cellText } from './cell-text';
import type { Delimiter } from './reading/delimiter';
import { escapeFormula } from './formula';

export const CSV_TYPE = 'text/csv; charset=utf-8';
/** Byte order mark: spreadsheets need it to read the text as UTF-8. */
const MARK = '\ufeff';

/** The delimiter that spreadsheets in a language expect: in French the comma is the decimal separator. */
export const delimiterOf = (language: Language): Delimiter => (language === 'fr' ? ';' : ',');

/** The CSV text of a cell. Only text cells can be taken for formulas. */
export const csvCell = (cell: Cell, language: Language): string =>
  cell?.kind === 'text' ? escapeFormula(cell.text) : cellText(cell, language);

export async function csvWriter(
  delimiter: Delimiter,
): Promise<(rows: readonly (readonly string[])[]) => Buffer> {
  const { stringify } = await import('csv-stringify/sync');
  const options = { delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n"]|^\s|\s$/ };
  return (rows) => Buffer.from(stringify(rows as string[][], options));
}

/** A CSV file, streamed batch by batch. */
export async function* csvBytes(
  headers: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  language: Language,
): AsyncGenerator<Uint8Array> {
  const write = await csvWriter(delimiterOf(language));
  yield Buffer.concat([Buffer.from(MARK), write([headers.map(escapeFormula)])]);
  for await (const batch of batches)
    yield write(batch.map((row) => row.map((cell) => csvCell(cell, language))));
}
