/** The file name of a response (RFC 6266): `filename*` before `filename`; null when there is none. */
export const fileNameOf = (disposition: string | null): string | null => {
  const encoded = /filename\*=(?:UTF-8'[^']*')([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // Invalid encoding: the plain `filename` is used.
    }
  }
  const plain = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '');
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null;
};
