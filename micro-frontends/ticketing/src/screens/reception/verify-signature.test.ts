/** @jest-environment node */
import { generateKeyPairSync, sign } from 'node:crypto';
import { fromBase64Url } from '@coulisse/ticket-code';
import { verifySignature } from './verify-signature';

test('verifies what the server signs, and nothing else', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = fromBase64Url(publicKey.export({ format: 'jwk' }).x ?? '')!;
  const bytes = Uint8Array.from([1, 2, 3]);
  const signature = Uint8Array.from(sign(null, bytes, privateKey));
  expect(await verifySignature(signature, bytes, key)).toBe(true);
  expect(await verifySignature(signature, Uint8Array.from([1, 2, 4]), key)).toBe(false);
  expect(await verifySignature(signature.slice(1), bytes, key)).toBe(false);
});
