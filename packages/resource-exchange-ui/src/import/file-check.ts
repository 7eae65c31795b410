/** Limits of the server. */
export const MAX_MEGABYTES = 20;
export const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;
export const MAX_ROWS = 50_000;
/** Extensions offered by the file chooser; the server checks the content. */
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

/** Checks that are possible before the upload. */
export const refusalOf = (files: readonly { name: string; size: number }[]): FileRefusal | null => {
  const [file] = files;
  if (!file || files.length > 1) return 'several';
  if (file.size === 0) return 'empty';
  if (file.size > MAX_BYTES) return 'size';
  const extension = extensionOf(file.name);
  if (['.xls', '.ods', '.numbers'].includes(extension)) return 'old';
  // A file without an extension may have any type.
  return extension === '' || ACCEPTED.some((accepted) => accepted === extension) ? null : 'type';
};

/** Media type sent with a file: browsers do not agree on that of a CSV. */
export const mediaTypeOf = (name: string): string =>
  extensionOf(name) === '.xlsx'
    ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    : 'text/csv';
