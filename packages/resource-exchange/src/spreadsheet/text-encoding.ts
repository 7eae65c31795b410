import iconv from 'iconv-lite';

/** Characters that do not occur in text: a file with one of them is binary. */
// eslint-disable-next-line no-control-regex
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffe\uffff]/;

export const hasBinarySigns = (text: string): boolean => BINARY.test(text);

const decodeWith = (encoding: string, bytes: Uint8Array, fatal: boolean) =>
  new TextDecoder(encoding, { fatal }).decode(bytes);

/**
 * Decodes the text of a file: UTF-8 with or without a byte order mark, UTF-16 with one, otherwise Windows-1252 as
 * French spreadsheets write it. Null if the bytes are not text.
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
    // Node's decoder decodes Windows-1252 as Latin-1, which has no euro sign and no œ.
    return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 'win1252');
  }
}
