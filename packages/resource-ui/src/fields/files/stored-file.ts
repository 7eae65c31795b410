/** Answer of an upload, and what a record says of a file. */
export interface StoredFile {
  id: string;
  name: string;
  mediaType: string;
  size: number;
  width?: number;
  height?: number;
}

export const FILES = '/b/api/core/files';
/** Bytes; the server's own limit. */
export const MAX_SIZE = 20_000_000;

export type FileRefusal = 'size' | 'type' | 'empty';

/** `image/*` covers `image/png`. */
const accepts = (accept: readonly string[], type: string): boolean =>
  accept.some((known) => known === type || (known.endsWith('/*') && type.startsWith(known.slice(0, -1))));

/** What can be known before a file is sent; the server looks into it. */
export const refusalOf = (
  file: { size: number; type: string },
  accept: readonly string[] = [],
): FileRefusal | null => {
  if (file.size === 0) return 'empty';
  if (file.size > MAX_SIZE) return 'size';
  return accept.length > 0 && file.type && !accepts(accept, file.type) ? 'type' : null;
};

export type FileShape = 'image' | 'pdf' | 'other';

/** Pictures that a browser draws; a drawing that could hold a script is downloaded instead. */
const DRAWN = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

export const shapeOf = (mediaType: string): FileShape => {
  const [bare = ''] = mediaType.split(';');
  if (DRAWN.has(bare.trim())) return 'image';
  return bare.trim() === 'application/pdf' ? 'pdf' : 'other';
};
