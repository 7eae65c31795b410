import type { Language } from '@coulisse/contracts';
import type { Cell } from './cell';
import { cellText } from './cell-text';
import type { Delimiter } from './reading/delimiter';
import { neutralised } from './formula';

export const CSV_TYPE = 'text/csv; charset=utf-8';
/** Tells spreadsheets that the text is UTF-8. */
const MARK = '\ufeff';

/** What spreadsheets of a language expect between cells: they take a comma for the decimal sign in French. */
export const delimiterOf = (language: Language): Delimiter => (language === 'fr' ? ';' : ',');

/** A cell as a CSV file holds it: only texts can be taken for formulas. */
export const csvCell = (cell: Cell, language: Language): string =>
  cell?.kind === 'text' ? neutralised(cell.text) : cellText(cell, language);

export async function csvWriter(
  delimiter: Delimiter,
): Promise<(rows: readonly (readonly string[])[]) => Buffer> {
  const { stringify } = await import('csv-stringify/sync');
  const options = { delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n"]|^\s|\s$/ };
  return (rows) => Buffer.from(stringify(rows as string[][], options));
}

/** A CSV file, as batches of rows come. */
export async function* csvBytes(
  headers: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  language: Language,
): AsyncGenerator<Uint8Array> {
  const write = await csvWriter(delimiterOf(language));
  yield Buffer.concat([Buffer.from(MARK), write([headers.map(neutralised)])]);
  for await (const batch of batches)
    yield write(batch.map((row) => row.map((cell) => csvCell(cell, language))));
}
