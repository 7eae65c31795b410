import { EXPORT_FORMATS, type ExportFormat } from './export-choice';

const KEY = 'coulisse.export.format';

/** The format that was taken last on this device: people open files with one program. */
export const keptFormat = (): ExportFormat => {
  const kept = localStorage.getItem(KEY);
  return EXPORT_FORMATS.find((format) => format === kept) ?? 'xlsx';
};
export const keepFormat = (format: ExportFormat): void => localStorage.setItem(KEY, format);
