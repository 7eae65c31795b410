import type { Language } from '@coulisse/contracts';
import type { RawCell } from './cell';
import { fold } from './fold';
import { escapeFormula } from './formula';
import type { RowError } from './import-row';
import { rawText } from './raw-text';
import type { Delimiter, TableRow } from './spreadsheet/spreadsheet.port';
import { spreadsheetWriter } from './spreadsheet/writer';

/** Columns added before those of the file: what is wrong, and where. */
export const ERROR_HEADERS: Record<Language, readonly string[]> = {
  fr: ["Ligne d'origine", 'Attribut en erreur', 'En-tête en erreur', "Message d'erreur"],
  en: ['Original row', 'Attribute in error', 'Header in error', 'Error message'],
};
const OURS = new Set(Object.values(ERROR_HEADERS).flatMap((headers) => headers.map(fold)));
/** True for a column that an error file adds. */
export const isErrorHeader = (header: string): boolean => OURS.has(fold(header));

const NUMBER = /^[-+]?[\d\s\u00a0\u202f]+([.,]\d+)?$/;
/** Numbers get no apostrophe: a corrected file that is imported again must still contain them as numbers. */
const safe = (text: string) => (NUMBER.test(text) ? text : escapeFormula(text));

export interface FailedRow {
  readonly source: TableRow;
  readonly errors: readonly RowError[];
}

/** The rejected rows of a file, with reasons and original cells, so that they can be corrected and imported again. */
export class ErrorFile {
  private readonly columnIndexes: readonly number[];

  constructor(
    private readonly headers: readonly string[],
    private readonly delimiter: Delimiter,
    private readonly language: Language,
  ) {
    this.columnIndexes = headers.flatMap((header, index) => (isErrorHeader(header) ? [] : [index]));
  }

  /** The header line, after the byte order mark of UTF-8. */
  async head(): Promise<Buffer> {
    const own = this.columnIndexes.map((index) => safe(this.headers[index] ?? ''));
    const { delimiter } = this;
    return spreadsheetWriter.csvLines([[...ERROR_HEADERS[this.language], ...own]], {
      delimiter,
      first: true,
    });
  }

  /** One line per row, however many errors it has. */
  async lines(rows: readonly FailedRow[]): Promise<Buffer> {
    const { delimiter } = this;
    return spreadsheetWriter.csvLines(
      rows.map(({ source, errors }) => [
        String(source.row),
        joined(errors.map(({ attribute }) => attribute)),
        joined(errors.map(({ header }) => header)),
        escapeFormula(errors.map(({ detail }) => detail).join('\n')),
        ...this.columnIndexes.map((index) => safe(this.cell(source.cells[index] ?? null))),
      ]),
      { delimiter, first: false },
    );
  }

  private cell(cell: RawCell): string {
    return rawText(cell, this.language);
  }
}

const joined = (texts: readonly string[]) => escapeFormula([...new Set(texts)].filter(Boolean).join(', '));
