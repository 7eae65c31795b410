/** The name that an answer gives its file (RFC 6266), the encoded one before the plain one; null without any. */
export const fileNameOf = (disposition: string | null): string | null => {
  const encoded = /filename\*=(?:UTF-8'[^']*')([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // Not what it says it is: the plain one stands beside it.
    }
  }
  const plain = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '');
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null;
};
