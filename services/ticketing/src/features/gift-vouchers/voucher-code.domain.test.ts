import fc from 'fast-check';
import { isSameKey, KEY_LENGTH, newVoucherCode, newVoucherKey, readVoucherCode } from './voucher-code.domain';

describe('the code and the key of a gift voucher (R-101)', () => {
  test('a code has eight letters that cannot be taken for one another', () => {
    for (let time = 0; time < 200; time++)
      expect(newVoucherCode()).toMatch(/^B-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
  });
  test('a key has at least 128 random bits', () => {
    const letters = newVoucherKey().replaceAll('-', '');
    expect(letters).toHaveLength(KEY_LENGTH);
    expect(KEY_LENGTH * Math.log2(30)).toBeGreaterThan(128);
    expect(new Set(Array.from({ length: 1_000 }, () => newVoucherKey())).size).toBe(1_000);
  });
  test('a code is read however it was typed', () => {
    for (const typed of ['B-7K3M-9QX4', 'b7k3m9qx4', ' 7k3m 9qx4 ', 'B 7K3M-9QX4'])
      expect(readVoucherCode(typed)).toBe('B-7K3M-9QX4');
    // The letter in front may be left out; a code may begin with it too.
    expect(readVoucherCode('B-B222-2222')).toBe('B-B222-2222');
  });
  test('a key is compared without its hyphens and case, and every letter counts', () => {
    const key = newVoucherKey();
    expect(isSameKey(key.toLowerCase().replaceAll('-', ' '), key)).toBe(true);
    expect(isSameKey('', key)).toBe(false);
    fc.assert(
      fc.property(fc.nat(KEY_LENGTH - 1), (at) => {
        const letters = [...key.replaceAll('-', '')];
        letters[at] = letters[at] === '2' ? '3' : '2';
        return !isSameKey(letters.join(''), key);
      }),
    );
  });
});
