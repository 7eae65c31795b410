import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Cipher } from './cipher';

describe('Cipher', () => {
  const cipher = new Cipher(randomBytes(32));

  it('decrypts values of older keys, not of unknown keys', () => {
    const [before, now] = [randomBytes(32), randomBytes(32)];
    const encrypted = new Cipher(before).encrypt('text', 'place');
    expect(new Cipher(now, [randomBytes(32), before]).decrypt(encrypted, 'place')).toBe('text');
    expect(() => new Cipher(now, [before]).decrypt(encrypted, 'elsewhere')).toThrow();
    expect(() => new Cipher(now).decrypt(encrypted, 'place')).toThrow();
    expect(() => new Cipher(now, [Buffer.from('short')])).toThrow('32 bytes');
  });

  it('decrypts what it encrypted, for any text', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (text, place) => cipher.decrypt(cipher.encrypt(text, place), place) === text,
      ),
    );
  });

  it('encrypts the same text differently each time', () => {
    expect(cipher.encrypt('token', 'a')).not.toEqual(cipher.encrypt('token', 'a'));
  });

  it('refuses a value that was moved, changed, or encrypted with another key', () => {
    const encrypted = cipher.encrypt('token', 'row/access');
    expect(() => cipher.decrypt(encrypted, 'row/refresh')).toThrow();
    const changed = Buffer.from(encrypted);
    changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
    expect(() => cipher.decrypt(changed, 'row/access')).toThrow();
    expect(() => new Cipher(randomBytes(32)).decrypt(encrypted, 'row/access')).toThrow();
  });

  it('requires a key of 32 bytes', () => expect(() => new Cipher(randomBytes(16))).toThrow('32 bytes'));
});
