import { EXPORT_FORMATS, type ExportFormat } from './export-choice';

const KEY = 'coulisse.export.format';

/** The last export format on this device: users mostly open files with one program. */
export const storedFormat = (): ExportFormat => {
  const stored = localStorage.getItem(KEY);
  return EXPORT_FORMATS.find((format) => format === stored) ?? 'xlsx';
};
export const storeFormat = (format: ExportFormat): void => localStorage.setItem(KEY, format);
