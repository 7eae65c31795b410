import { createPublicKey, generateKeyPairSync, randomBytes, randomUUID, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { fromBase64Url, signedBytesOf, toBase64Url, verifyTicket, writeCode } from './index';
import type { DoorKnowledge, KnownTicket, VerifySignature } from './index';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const rawKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
const verifySignature: VerifySignature = (signature, signedBytes, key) => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') };
  return verify(null, signedBytes, createPublicKey({ key: jwk, format: 'jwk' }), signature);
};

const tenantId = randomUUID();
const performanceId = randomUUID();
const secret = randomBytes(16).toString('base64url');
const ticket = { id: randomUUID(), performanceId, isValid: true, isReplaced: false };
const door = (doorTicket: KnownTicket = ticket, changes: Partial<DoorKnowledge<KnownTicket>> = {}) => ({
  tenantId,
  performanceId,
  keys: new Map([[1, rawKey]]),
  ticketById: (id: string) => (id === doorTicket.id ? doorTicket : undefined),
  ticketBySecret: (text: string) => (text === secret ? doorTicket : undefined),
  ...changes,
});
const codeOf = (changes: Partial<Parameters<typeof signedBytesOf>[0]> = {}) => {
  const bytes = signedBytesOf({ tenantId, performanceId, ticketId: ticket.id, keyNumber: 1, ...changes });
  return writeCode(bytes, sign(null, bytes, privateKey));
};
const reasonOf = async (code: string, doorTicket = door()) => {
  const verdict = await verifyTicket(code, doorTicket, verifySignature);
  return verdict.ok ? 'OK' : verdict.reason;
};

test('a code of a valid ticket admits, and is shorter than 120 characters', async () => {
  expect(codeOf().length).toBeLessThan(120);
  expect(await verifyTicket(codeOf(), door(), verifySignature)).toEqual({ ok: true, ticket });
  // A hand scanner ends with Enter; the code may be part of an address.
  expect(await reasonOf(`https://coulisse.test/t/${codeOf()}\r\n`)).toBe('OK');
});

test('a code with any altered byte admits nobody', async () => {
  const bytes = fromBase64Url(codeOf())!;
  for (let index = 0; index < bytes.length; index++) {
    const altered = Uint8Array.from(bytes);
    altered[index] = (altered[index] ?? 0) ^ 1;
    expect(await reasonOf(toBase64Url(altered))).not.toBe('OK');
  }
  const lastByte = Uint8Array.from(bytes);
  lastByte[60] = (lastByte[60] ?? 0) ^ 1;
  expect(await reasonOf(toBase64Url(lastByte))).toBe('BAD_SIGNATURE');
});

test('no text admits anybody that the key has not signed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.base64String(), fc.uuid()), async (text) => {
      expect(await reasonOf(text)).not.toBe('OK');
    }),
  );
});

test('a code of another tenant, or signed with the key of another one, is refused', async () => {
  expect(await reasonOf(codeOf({ tenantId: randomUUID() }))).toBe('OTHER_TENANT');
  const stranger = generateKeyPairSync('ed25519').privateKey;
  const bytes = signedBytesOf({ tenantId, performanceId, ticketId: ticket.id, keyNumber: 1 });
  expect(await reasonOf(writeCode(bytes, sign(null, bytes, stranger)))).toBe('BAD_SIGNATURE');
  expect(await reasonOf(codeOf({ keyNumber: 2 }))).toBe('BAD_SIGNATURE');
});

test('a code of another performance is refused, also when the ticket was moved to another one', async () => {
  const other = randomUUID();
  expect(await reasonOf(codeOf({ performanceId: other }))).toBe('OTHER_PERFORMANCE');
  expect(await reasonOf(codeOf(), door({ ...ticket, performanceId: other }))).toBe('OTHER_PERFORMANCE');
  expect(await reasonOf(secret, door({ ...ticket, performanceId: other }))).toBe('OTHER_PERFORMANCE');
});

test('a void ticket is refused, and says whether another one took its place', async () => {
  const isVoid = { ...ticket, isValid: false };
  expect(await reasonOf(codeOf(), door(isVoid))).toBe('CANCELED');
  expect(await reasonOf(codeOf(), door({ ...isVoid, isReplaced: true }))).toBe('REPLACED');
  expect(await reasonOf(codeOf({ ticketId: randomUUID() }))).toBe('UNKNOWN');
});

test('a ticket that was printed before codes were signed admits by its secret', async () => {
  expect(await reasonOf(`${secret}\n`)).toBe('OK');
  expect(await reasonOf(randomBytes(16).toString('base64url'))).toBe('UNKNOWN');
  expect(await reasonOf(secret, door({ ...ticket, isValid: false }))).toBe('CANCELED');
});

test('texts that are no code at all are unreadable', async () => {
  for (const text of ['', 'Émilie Garnier', 'T-2026-000123', '3760123456789'])
    expect(await reasonOf(text)).toBe('UNREADABLE');
});
