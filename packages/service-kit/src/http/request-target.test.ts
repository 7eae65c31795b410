import fc from 'fast-check';
import { localeOf, partsOf } from './request-target';

it.each([
  ['/a?locale=en', '/a', 'locale=en'],
  ['/a#b?c', '/a', ''],
  ['/a?b#c', '/a', 'b'],
  ['//', '//', ''],
  ['//[', '//[', ''],
  ['*', '*', ''],
  ['', '', ''],
  [undefined, '/', ''],
])('splits %p into path and query', (target, path, query) =>
  expect(partsOf(target)).toEqual({ path, query }),
);

it('reads the locale of any query', () => {
  expect(localeOf('a=1&locale=en')).toBe('en');
  expect(localeOf('a=%')).toBeNull();
  expect(localeOf('locale=%E0%A4%A')).not.toBeNull();
});

it('accepts any string', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (target) => {
      const { path, query } = partsOf(target);
      localeOf(query);
      return target.startsWith(path);
    }),
  ));
