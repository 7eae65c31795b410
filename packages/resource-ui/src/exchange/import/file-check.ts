/** The server's own limits. */
export const MAX_MEGABYTES = 20;
export const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;
export const MAX_ROWS = 50_000;
/** What the computer's choice of files offers; the server looks into the file. */
export const ACCEPTED = [
  '.csv',
  '.tsv',
  '.txt',
  '.xlsx',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

export type FileRefusal = 'empty' | 'size' | 'old' | 'type' | 'several';

const extensionOf = (name: string): string => /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';

/** What can be known before a file is sent. */
export const refusalOf = (files: readonly { name: string; size: number }[]): FileRefusal | null => {
  const [file] = files;
  if (!file || files.length > 1) return 'several';
  if (file.size === 0) return 'empty';
  if (file.size > MAX_BYTES) return 'size';
  const extension = extensionOf(file.name);
  if (['.xls', '.ods', '.numbers'].includes(extension)) return 'old';
  // A file without an extension may be anything.
  return extension === '' || ACCEPTED.some((known) => known === extension) ? null : 'type';
};

/** The type that a file is sent with: browsers do not agree on that of a CSV. */
export const mediaTypeOf = (name: string): string =>
  extensionOf(name) === '.xlsx'
    ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    : 'text/csv';
