import fc from 'fast-check';
import { matchPath as matchOfReactRouter } from 'react-router';
import { matchPath } from './match-path';

const PATTERNS = [
  '/',
  '/theatres/:slug',
  '/theatres/:slug/login',
  '/theatres/:slug/password',
  '/reservations/cart/add/:performanceId',
  '/reservations/:id/return',
];
const part = fc.oneof(
  fc.constantFrom(
    'theatres',
    'Theatres',
    'password',
    'reservations',
    'cart',
    'add',
    'return',
    'a%20b',
    '%E0%A4%A',
  ),
  fc.webSegment(),
);
const path = fc.array(part, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`);

test('paths have the patterns and parameters that React Router finds', () => {
  const found = { some: 0, none: 0 };
  fc.assert(
    fc.property(fc.constantFrom(...PATTERNS), path, (pattern, tried) => {
      // Empty parts are no addresses of these pages.
      fc.pre(!/\/\//.test(tried) && !/%(?![0-9A-F]{2})/.test(tried));
      const expected = matchOfReactRouter(pattern, tried);
      found[expected ? 'some' : 'none']++;
      expect(matchPath(pattern, tried)).toEqual(expected ? decodedAll(expected.params) : null);
    }),
    { numRuns: 2_000 },
  );
  expect(found.some).toBeGreaterThan(20);
  expect(found.none).toBeGreaterThan(20);
});

/** React Router decodes the address before it compares. */
function decodedAll(parameters: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value = '']) => {
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        return [name, value];
      }
    }),
  );
}

test.each([
  ['/theatres/:slug', '/theatres/caf%C3%A9/', { slug: 'café' }],
  ['/theatres/:slug', '/theatres/%E0%A4%A', { slug: '%E0%A4%A' }],
  ['/theatres/:slug', '/theatres/', null],
  ['/', '', {}],
])('%s, %s', (pattern, tried, expected) => expect(matchPath(pattern, tried)).toEqual(expected));
