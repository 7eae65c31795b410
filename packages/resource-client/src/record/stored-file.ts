/** Response of an upload, and the value of a file field. */
export interface StoredFile {
  id: string;
  name: string;
  mediaType: string;
  size: number;
  width?: number;
  height?: number;
}

export const FILES = '/b/api/core/files';
/** Limit of the server, in bytes. */
export const MAX_SIZE = 20_000_000;

export type FileRefusal = 'size' | 'type' | 'empty';

/** `image/*` covers `image/png`. */
const accepts = (accept: readonly string[], type: string): boolean =>
  accept.some(
    (pattern) => pattern === type || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1))),
  );

/** Checks that are possible before the upload; the server checks the content. */
export const refusalOf = (
  file: { size: number; type: string },
  accept: readonly string[] = [],
): FileRefusal | null => {
  if (file.size === 0) return 'empty';
  if (file.size > MAX_SIZE) return 'size';
  return accept.length > 0 && file.type && !accepts(accept, file.type) ? 'type' : null;
};

export type FileShape = 'image' | 'pdf' | 'other';

/** Image types shown by browsers; SVG, which may contain scripts, is downloaded instead. */
const DRAWN = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

export const shapeOf = (mediaType: string): FileShape => {
  const [bare = ''] = mediaType.split(';');
  if (DRAWN.has(bare.trim())) return 'image';
  return bare.trim() === 'application/pdf' ? 'pdf' : 'other';
};
