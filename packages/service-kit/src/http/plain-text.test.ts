import fc from 'fast-check';
import type { Problem } from '../problem/problem';
import { assertPlainTexts, isPlainLine, isPlainText, plainDay, plainLine, plainText } from './plain-text';

const refused = (value: unknown): string[] => {
  try {
    assertPlainTexts(value);
    return [];
  } catch (error) {
    return (error as Problem).errors.map(({ pointer }) => pointer);
  }
};

it.each([
  '\u0000',
  'a\u0000b',
  '\u0001',
  '\u0008',
  '\u000b',
  '\u001b[31m',
  '\u007f',
  '\ud800',
  'x\udc00',
  '\udc00\ud800',
])('refuses %j', (text) => expect([isPlainText(text), isPlainLine(text)]).toEqual([false, false]));
it.each(['', 'Été', 'a\tb', '漢字', '👩‍👩‍👧', '\u00a0', '\u202f€', 'Anne & Paul'])('accepts %j', (text) =>
  expect([isPlainText(text), isPlainLine(text)]).toEqual([true, true]),
);
it.each(['a\nb', 'a\r\nb', 'a\rb', 'a\u2028b', 'a\u0085b'])('%j is plain text but not a plain line', (text) =>
  expect([isPlainText(text), isPlainLine(text)]).toEqual([true, false]),
);

it('reports the pointer of each wrong string and key, at any depth', () => {
  expect(refused({ a: 'x', b: ['y', { c: 'z\u0000' }], d: { 'k\u0000': 'v' }, e: '\ud800' })).toEqual([
    '/b/1/c',
    '/d',
    '/e',
  ]);
  expect(refused('\u0000')).toEqual(['']);
  expect(refused([1, null, true, undefined, Buffer.from([0])])).toEqual([]);
  let deep: unknown = 'x';
  for (let level = 0; level < 50_000; level++) deep = [deep];
  expect(refused(deep)).toHaveLength(1);
  expect(refused(Array.from({ length: 1_000 }, () => '\u0000'))).toHaveLength(20);
});

it('accepts only strings that are valid UTF-8 without NUL', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      if (!isPlainText(text)) return true;
      return Buffer.from(text).toString() === text && !text.includes('\u0000');
    }),
  ));

it('provides zod schemas for routes', () => {
  expect(plainLine(5).safeParse(' a ').data).toBe('a');
  expect(plainLine(5).safeParse('a\r\nb').success).toBe(false);
  expect(plainText(5).safeParse('a\nb').success).toBe(true);
  expect(plainText(5).safeParse('a\u0000').success).toBe(false);
  expect(plainDay().safeParse('0000-01-01').success).toBe(false);
  expect(plainDay().safeParse('2026-02-30').success).toBe(false);
  expect(plainDay().safeParse('2026-02-28').success).toBe(true);
});
