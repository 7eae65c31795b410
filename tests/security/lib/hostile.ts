import type { Random } from './random';

export const nested = (depth: number, open: string, close: string, inside = ''): string =>
  open.repeat(depth) + inside + close.repeat(depth);

/** Texts that a parser, a database, a page or a shell may read as something else. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202e\u200b\ufeff',
  '\uffff',
  '𝕏'.repeat(50),
  'a\r\nX-Injected: 1',
  '\t\u0001\u001f\u007f',
  "' OR 1=1--",
  "'; DROP TABLE x; --",
  '%',
  '%%_\\',
  '\\',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<%= 7*7 %>',
  '<script>x</script>',
  'a<b',
  'Anne & Paul',
  "d'Arc (née O'Neil)",
  '=1+1',
  '@SUM(1)',
  '../../../../etc/passwd',
  '..\\..\\',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'constructor.x',
  'toString',
  'prototype',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '1e400',
  '9'.repeat(40),
  '0000-01-01',
  '9999-12-31T23:59:60Z',
  '2026-02-30',
  '+33 1 (2) 3',
  'a@b',
  '(a+)+$',
  '['.repeat(100),
  'é'.repeat(500),
  'a'.repeat(5_000),
  'x'.repeat(100_000),
];

const HOSTILE_NUMBERS = [
  0,
  -0,
  -1,
  1.5,
  1e21,
  -1e21,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e-300,
  1e308,
  Number.MIN_VALUE,
];

const HOSTILE_OBJECTS: readonly unknown[] = [
  {},
  [],
  [[]],
  [null],
  { $ne: null },
  { $gt: '' },
  { eq: 1 },
  { in: [] },
  { length: 1e9 },
  { toString: 'x' },
  { valueOf: 1, toJSON: 1 },
  JSON.parse('{"__proto__":{"isAdmin":true}}') as unknown,
  JSON.parse('{"constructor":{"prototype":{"isAdmin":true}}}') as unknown,
  Array.from({ length: 600 }, () => 0),
  Array.from({ length: 600 }, () => '01890000-0000-7000-8000-000000000000'),
  JSON.parse(nested(500, '[', ']')) as unknown,
];

export function hostileValue(random: Random): unknown {
  const roll = random.next();
  if (roll < 0.55) return random.pick(HOSTILE_TEXTS);
  if (roll < 0.7) return random.pick(HOSTILE_NUMBERS);
  if (roll < 0.8) return random.pick([null, true, false]);
  return random.pick(HOSTILE_OBJECTS);
}
