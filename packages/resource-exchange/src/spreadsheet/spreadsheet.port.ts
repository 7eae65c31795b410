/**
 * The boundary between import and export on one side, and file formats and their libraries on the other. `reader.ts`
 * and `writer.ts` implement it; nothing else of this folder is imported from outside (ADR 0032).
 */
import type { Language } from '@coulisse/contracts';
import type { Cell, RawCell } from '../cell';
import type { DecimalSign } from '../parse-number';
import type { ReadLimits } from './limits';

export const TABLE_FORMATS = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export const DELIMITERS = [';', ',', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** A row as a spreadsheet numbers it, from 1. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly RawCell[];
}

export interface ReadOptions {
  /** Language of the caller, for the conventions of a workbook and for messages. */
  readonly language: Language;
  /** Reading stops at the first excess. Time and memory are bounded by the process that reads: see `TableReader`. */
  readonly limits: ReadLimits;
}
/** A file whose rows have not been read yet. */
export interface OpenedTable {
  /** Decimal separator of numbers written as text. */
  readonly decimal: DecimalSign;
  /** The delimiter; for a workbook, the one that spreadsheets in the caller's language expect. */
  readonly delimiter: Delimiter;
  /** The rows of a text file, or of the first sheet of a workbook, without those that have no cells. */
  readonly rows: AsyncIterable<TableRow>;
}
export interface SpreadsheetReader {
  /** Throws a `TableRefusal`, here or while the rows are read, if the file cannot be imported. */
  open(bytes: Buffer, options: ReadOptions): OpenedTable;
}

/** A column as a workbook displays it; a text file has only the header. */
export interface TableColumn {
  readonly header: string;
  /** Width in characters. */
  readonly width: number;
  /** Number format, as in a spreadsheet: `dd/mm/yyyy`. */
  readonly numberFormat: string | undefined;
}
export interface WrittenTable {
  /** Name of the sheet. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** Rows in batches; a batch is written before the next one is requested. */
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
  readonly language: Language;
}
export interface SpreadsheetWriter {
  /** A file with a header, streamed batch by batch without buffering the rows. */
  write(format: TableFormat, table: WrittenTable): AsyncGenerator<Uint8Array>;
  /** Lines of a CSV file that is written piece by piece. The first piece begins with the mark of UTF-8. */
  csvLines(
    rows: readonly (readonly string[])[],
    options: { readonly delimiter: Delimiter; readonly first: boolean },
  ): Promise<Buffer>;
}
