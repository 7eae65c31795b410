import { createHmac, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto';

/** One field of the form that the browser posts to the bank; the order of the fields is part of what is signed. */
export interface PayboxField {
  name: string;
  value: string;
}

/** 128 hexadecimal digits in practice; fewer than 40 would be weaker than the digest that Paybox used before. */
const HMAC_KEY = /^[0-9A-Fa-f]{40,}$/;

/**
 * The merchant's key as bytes. Checked by hand: `Buffer.from(text, 'hex')` silently stops at the first character
 * that is not hexadecimal, and the bank would then refuse every payment without saying why.
 */
export function hmacKey(text: string): Buffer {
  const key = text.trim();
  if (!HMAC_KEY.test(key) || key.length % 2 !== 0) {
    throw new Error('The Paybox HMAC key must be an even number, 40 or more, of hexadecimal digits.');
  }
  return Buffer.from(key, 'hex');
}

/** What is signed: `NAME=value` joined by `&`, in the order sent, values raw, without PBX_HMAC itself. */
export function signedMessage(fields: readonly PayboxField[]): string {
  return fields
    .filter((field) => field.name !== 'PBX_HMAC')
    .map((field) => `${field.name}=${field.value}`)
    .join('&');
}

/** HMAC-SHA512 of the fields, in upper-case hexadecimal digits. */
export function hmacOf(fields: readonly PayboxField[], key: Buffer): string {
  return createHmac('sha512', key).update(signedMessage(fields), 'utf8').digest('hex').toUpperCase();
}

/** The fields as they are sent: empty ones left out (Paybox neither wants nor signs them), PBX_HMAC last. */
export function signed(fields: readonly PayboxField[], key: Buffer): PayboxField[] {
  const sent = fields.filter((field) => field.name !== 'PBX_HMAC' && field.value !== '');
  return [...sent, { name: 'PBX_HMAC', value: hmacOf(sent, key) }];
}

/** True when the form carries the HMAC of its own fields; takes the same time whatever differs. */
export function hmacMatches(fields: readonly PayboxField[], key: Buffer): boolean {
  const claimed = fields.find((field) => field.name === 'PBX_HMAC')?.value ?? '';
  const expected = Buffer.from(hmacOf(fields, key));
  const received = Buffer.from(claimed.toUpperCase());
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** The bank's RSA public key, from a PEM file's text or from the bare base64 of its documentation. */
export function bankPublicKey(text: string): KeyObject {
  const trimmed = text.trim();
  if (trimmed.startsWith('-----BEGIN')) return createPublicKey(trimmed);
  return createPublicKey({ key: Buffer.from(trimmed, 'base64'), format: 'der', type: 'spki' });
}

/** A notification cut where its signature begins. */
interface SignedText {
  data: string;
  signature: Buffer;
}

/** base64 of a signature, after URL decoding; a `+` that nobody encoded must not become a space. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function cut(raw: string, name: string): SignedText | null {
  const marker = `&${name}=`;
  const at = raw.lastIndexOf(marker);
  if (at <= 0) return null;
  let encoded: string;
  try {
    encoded = decodeURIComponent(raw.slice(at + marker.length));
  } catch {
    return null; // a stray % is no signature
  }
  return BASE64.test(encoded) ? { data: raw.slice(0, at), signature: Buffer.from(encoded, 'base64') } : null;
}

/**
 * Checks RSA-SHA1 (PKCS#1 v1.5) over the text exactly as received, up to the signature, which Paybox always puts last.
 * Parsing first and joining again would change the bytes (order, `%20` or `+`, case of the escapes).
 */
export function signatureMatches(raw: string, key: KeyObject, name = 'K'): boolean {
  const parts = cut(raw, name);
  return parts !== null && verify('RSA-SHA1', Buffer.from(parts.data, 'utf8'), key, parts.signature);
}
