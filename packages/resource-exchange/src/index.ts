export { exchange } from './exchange';
export type { UploadView } from './import-upload';
export type { Cell } from './cell';
export { TABLE_FORMATS, type TableFormat } from './spreadsheet/spreadsheet.port';
export { tableFile, tableMediaType, type TableFile, type TableFileColumn } from './table-file';
