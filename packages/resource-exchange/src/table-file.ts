import type { Language } from '@coulisse/contracts';
import type { FieldSpec } from '@coulisse/resource';
import type { Cell } from './cell';
import type { TableFormat } from './spreadsheet/spreadsheet.port';
import { MEDIA_TYPES, spreadsheetWriter } from './spreadsheet/writer';
import { tableColumn } from './table-column';

export interface TableFileColumn {
  readonly header: string;
  /** Width and number format are those of a field of this kind. */
  readonly kind: FieldSpec['kind'];
}
export interface TableFile {
  /** Name of the sheet. */
  readonly name: string;
  readonly columns: readonly TableFileColumn[];
  /** Rows in batches; a batch is written before the next one is requested. */
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
  readonly language: Language;
}

export const tableMediaType = (format: TableFormat): string => MEDIA_TYPES[format];

/** A CSV or XLSX file of a table that is not a list of records, streamed batch by batch. */
export const tableFile = (
  format: TableFormat,
  { name, columns, batches, language }: TableFile,
): AsyncGenerator<Uint8Array> =>
  spreadsheetWriter.write(format, {
    name,
    columns: columns.map(({ header, kind }) => tableColumn(header, { kind }, language)),
    batches,
    language,
  });
