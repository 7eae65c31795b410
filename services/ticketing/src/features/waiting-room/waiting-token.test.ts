import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { cartDigest, WaitingTokens } from './waiting-token';

const placeId = '018f3a5e-7c1d-7a31-9b8e-6f2d4c0a1b2c';
const performanceId = '018f3a5e-7c1d-7a31-9b8e-6f2d4c0a1b2d';
const other = '018f3a5e-7c1d-7a31-9b8e-6f2d4c0a1b2e';
const key = randomBytes(32);
const claims = { placeId, performanceId, state: 'ADMITTED' as const, cart: cartDigest('a-cart') };

test('a token proves its place to every replica with the key, for its performance only', () => {
  const token = new WaitingTokens(key).sign(claims);
  expect(token).toMatch(/^[\w.-]{1,300}$/);
  expect(new WaitingTokens(key).verify(token, performanceId)).toMatchObject(claims);
  expect(new WaitingTokens(key).verify(token, other)).toBeNull();
  expect(new WaitingTokens(randomBytes(32)).verify(token, performanceId)).toBeNull();
  expect(new WaitingTokens(randomBytes(32), [key]).verify(token, performanceId)).toMatchObject(claims);
});

test('a pass ends after five minutes, a place in the line after twelve hours', () => {
  const time = { now: 1_000_000_000_000 };
  const tokens = new WaitingTokens(key, [], () => time.now);
  const pass = tokens.sign(claims);
  const place = tokens.sign({ ...claims, state: 'WAITING', cart: '' });
  time.now += 299_000;
  expect(tokens.verify(pass, performanceId)?.state).toBe('ADMITTED');
  time.now += 1_000;
  expect(tokens.verify(pass, performanceId)).toBeNull();
  expect(tokens.verify(place, performanceId)).toMatchObject({ state: 'WAITING', cart: '' });
  time.now += 12 * 3600_000;
  expect(tokens.verify(place, performanceId)).toBeNull();
});

test('no changed character leaves a token valid', () => {
  const tokens = new WaitingTokens(key);
  const token = tokens.sign({ ...claims, state: 'WAITING' });
  const characters = fc.constantFrom(...'0123456789abcdefwxyzABCXYZ_-.');
  fc.assert(
    fc.property(fc.nat(token.length - 1), characters, (at, character) => {
      fc.pre(token[at] !== character);
      // The last character of a base64url digest of 32 bytes carries four bits: others may decode to the same bytes.
      fc.pre(at < token.length - 1);
      const forged = token.slice(0, at) + character + token.slice(at + 1);
      expect(tokens.verify(forged, performanceId)).toBeNull();
    }),
  );
  const asPass = token.replace('.w.', '.a.');
  expect(asPass).not.toBe(token);
  expect(tokens.verify(asPass, performanceId)).toBeNull();
  for (const odd of [undefined, '', 'x', `${token}.`, token.repeat(2)])
    expect(tokens.verify(odd, performanceId)).toBeNull();
});
