import { fromBase64Url, toBase64Url, uuidBytes, uuidText } from './bytes';

/** What a signature of a ticket covers. */
export interface TicketClaims {
  tenantId: string;
  performanceId: string;
  ticketId: string;
  /** Number of the tenant's key, from 1 to 15. */
  keyNumber: number;
}

/** A code as it was read; its signature is not verified yet. */
export interface ReadCode {
  keyNumber: number;
  ticketId: string;
  /** Last bytes of the ids. */
  tenantTag: string;
  performanceTag: string;
  signedBytes: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

const FORMAT = 1;
const TENANT_BYTES = 3;
const PERFORMANCE_BYTES = 5;
const ID_BYTES = 16;
const SIGNED_BYTES = 1 + TENANT_BYTES + PERFORMANCE_BYTES + ID_BYTES;
const SIGNATURE_BYTES = 64;
export const LAST_KEY_NUMBER = 15;

const tagOf = (id: string, length: number) => toBase64Url(uuidBytes(id).slice(-length));
export const tenantTagOf = (tenantId: string): string => tagOf(tenantId, TENANT_BYTES);
export const performanceTagOf = (performanceId: string): string => tagOf(performanceId, PERFORMANCE_BYTES);

/** The bytes that are signed. */
export function signedBytesOf({
  tenantId,
  performanceId,
  ticketId,
  keyNumber,
}: TicketClaims): Uint8Array<ArrayBuffer> {
  if (!Number.isInteger(keyNumber) || keyNumber < 1 || keyNumber > LAST_KEY_NUMBER)
    throw new RangeError(`no number of a key: ${keyNumber}`);
  return Uint8Array.from([
    (FORMAT << 4) | keyNumber,
    ...uuidBytes(tenantId).slice(-TENANT_BYTES),
    ...uuidBytes(performanceId).slice(-PERFORMANCE_BYTES),
    ...uuidBytes(ticketId),
  ]);
}

export const writeCode = (signedBytes: Uint8Array, signature: Uint8Array): string =>
  toBase64Url(Uint8Array.from([...signedBytes, ...signature]));

/** Null when the text is no code of this format. */
export function readCode(text: string): ReadCode | null {
  const bytes = fromBase64Url(text);
  if (bytes?.length !== SIGNED_BYTES + SIGNATURE_BYTES) return null;
  const [head = 0] = bytes;
  if (head >> 4 !== FORMAT) return null;
  const performanceAt = 1 + TENANT_BYTES;
  const ticketAt = performanceAt + PERFORMANCE_BYTES;
  return {
    keyNumber: head & 0b1111,
    tenantTag: toBase64Url(bytes.slice(1, performanceAt)),
    performanceTag: toBase64Url(bytes.slice(performanceAt, ticketAt)),
    ticketId: uuidText(bytes.slice(ticketAt, SIGNED_BYTES)),
    signedBytes: bytes.slice(0, SIGNED_BYTES),
    signature: bytes.slice(SIGNED_BYTES),
  };
}

/** Tickets printed before codes were signed contain 16 random bytes. */
export const isFormerCode = (text: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(text);
