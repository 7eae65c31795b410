import { csvLines, writeCsv } from './csv-writer';
import type { SpreadsheetWriter, TableFormat } from './spreadsheet.port';
import { writeXlsx } from './xlsx-writer';

export const MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export const spreadsheetWriter: SpreadsheetWriter = {
  write: (format, table) => (format === 'csv' ? writeCsv(table) : writeXlsx(table)),
  csvLines,
};
