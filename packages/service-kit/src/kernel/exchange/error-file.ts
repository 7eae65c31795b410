import type { Language } from '@coulisse/contracts';
import type { RawCell } from './cell';
import { csvWriter } from './csv-writer';
import type { Delimiter } from './reading/delimiter';
import { fold } from './fold';
import { neutralised } from './formula';
import type { RowError } from './import-row';
import { rawText } from './raw-text';
import type { TableRow } from './reading/table-source';

/** Columns that stand before those of the file itself: what is wrong, and where. */
export const ERROR_HEADERS: Record<Language, readonly string[]> = {
  fr: ["Ligne d'origine", 'Attribut en erreur', 'En-tête en erreur', "Message d'erreur"],
  en: ['Original row', 'Attribute in error', 'Header in error', 'Error message'],
};
const OURS = new Set(Object.values(ERROR_HEADERS).flatMap((headers) => headers.map(fold)));
/** True for a column that an earlier error file added. */
export const isErrorHeader = (header: string): boolean => OURS.has(fold(header));

const MARK = '\ufeff';
const NUMBER = /^[-+]?[\d\s\u00a0\u202f]+([.,]\d+)?$/;
/** What was a number in the file must be one again when it comes back. */
const safe = (text: string) => (NUMBER.test(text) ? text : neutralised(text));

export interface FailedRow {
  readonly source: TableRow;
  readonly errors: readonly RowError[];
}

/** The rows of a file that were refused, with the reasons: the same cells, so that they can be corrected and sent again. */
export class ErrorFile {
  private readonly kept: readonly number[];

  constructor(
    private readonly headers: readonly string[],
    private readonly delimiter: Delimiter,
    private readonly language: Language,
  ) {
    this.kept = headers.flatMap((header, index) => (isErrorHeader(header) ? [] : [index]));
  }

  /** The first line, with the mark of UTF-8 before it. */
  async head(): Promise<Buffer> {
    const write = await csvWriter(this.delimiter);
    const own = this.kept.map((index) => safe(this.headers[index] ?? ''));
    return Buffer.concat([Buffer.from(MARK), write([[...ERROR_HEADERS[this.language], ...own]])]);
  }

  /** A line for each row, whatever the number of its errors. */
  async lines(rows: readonly FailedRow[]): Promise<Buffer> {
    const write = await csvWriter(this.delimiter);
    return write(
      rows.map(({ source, errors }) => [
        String(source.row),
        joined(errors.map(({ attribute }) => attribute)),
        joined(errors.map(({ header }) => header)),
        neutralised(errors.map(({ detail }) => detail).join('\n')),
        ...this.kept.map((index) => safe(this.cell(source.cells[index] ?? null))),
      ]),
    );
  }

  private cell(cell: RawCell): string {
    return rawText(cell, this.language);
  }
}

const joined = (texts: readonly string[]) => neutralised([...new Set(texts)].filter(Boolean).join(', '));
