import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Cipher } from './cipher';

describe('Cipher', () => {
  const cipher = new Cipher(randomBytes(32));

  it('opens what an older key sealed, and nothing of a stranger', () => {
    const [before, now] = [randomBytes(32), randomBytes(32)];
    const sealed = new Cipher(before).seal('text', 'place');
    expect(new Cipher(now, [randomBytes(32), before]).open(sealed, 'place')).toBe('text');
    expect(() => new Cipher(now, [before]).open(sealed, 'elsewhere')).toThrow();
    expect(() => new Cipher(now).open(sealed, 'place')).toThrow();
    expect(() => new Cipher(now, [Buffer.from('short')])).toThrow('32 bytes');
  });

  it('opens what it sealed, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (text, place) => cipher.open(cipher.seal(text, place), place) === text,
      ),
    );
  });

  it('seals the same text differently each time', () => {
    expect(cipher.seal('token', 'a')).not.toEqual(cipher.seal('token', 'a'));
  });

  it('refuses a value moved to another place, changed, or sealed with another key', () => {
    const sealed = cipher.seal('token', 'row/access');
    expect(() => cipher.open(sealed, 'row/refresh')).toThrow();
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
    expect(() => cipher.open(changed, 'row/access')).toThrow();
    expect(() => new Cipher(randomBytes(32)).open(sealed, 'row/access')).toThrow();
  });

  it('wants 32 bytes', () => expect(() => new Cipher(randomBytes(16))).toThrow('32 bytes'));
});
