import iconv from 'iconv-lite';

/** Signs that no text has: a file with one of them was not made of letters. */
// eslint-disable-next-line no-control-regex
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffe\uffff]/;

export const hasBinarySigns = (text: string): boolean => BINARY.test(text);

const decodeWith = (encoding: string, bytes: Uint8Array, fatal: boolean) =>
  new TextDecoder(encoding, { fatal }).decode(bytes);

/**
 * The text of a file, whatever program saved it: UTF-8 with or without its mark, UTF-16 with its mark, else the
 * Windows-1252 of French spreadsheets. Null when the bytes are no text at all.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decoded(bytes);
  return hasBinarySigns(text) ? null : text;
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeWith('utf-16le', bytes, false);
  if (first === 0xfe && second === 0xff) return decodeWith('utf-16be', bytes, false);
  try {
    return decodeWith('utf-8', bytes, true);
  } catch {
    // Node's own decoder takes Windows-1252 for Latin-1, which has no euro and no œ.
    return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 'win1252');
  }
}
