import fc from 'fast-check';
import { hostNameOf, isHostName, siteUrl } from './own-host';

describe('hostNameOf', () => {
  test.each([
    ['billetterie.theatre.example', 'billetterie.theatre.example'],
    [' Billetterie.THEATRE.example. ', 'billetterie.theatre.example'],
    ['billetterie.théâtre.fr', 'billetterie.xn--thtre-4qa2c.fr'],
    ['a.xn--p1ai', 'a.xn--p1ai'],
    ['theatre.fr', 'theatre.fr'],
  ])('%s is %s', (typed, host) => expect(hostNameOf(typed)).toBe(host));

  test.each([
    '',
    'localhost',
    'theatre',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    'https://theatre.fr',
    'theatre.fr/x',
    'theatre.fr:8080',
    'user@theatre.fr',
    'theatre.fr?x',
    'theatre.fr#x',
    'a b.fr',
    'a..fr',
    '-a.fr',
    'a-.fr',
    'a_b.fr',
    '*.fr',
    'a.f',
    'a.1',
    'a%2ffr.fr',
    'a\u0000.fr',
    `${'a'.repeat(64)}.fr`,
    `${'a.'.repeat(200)}fr`,
    'x'.repeat(100_000),
  ])('%.40s is none', (typed) => expect(hostNameOf(typed)).toBeNull());

  test('what it gives is a host name, and gives itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string()), (typed) => {
        const host = hostNameOf(typed);
        return host === null || (isHostName(host) && hostNameOf(host) === host);
      }),
    );
  });
});

test('the address of a site is its own host, with the scheme and the port of the installation', () => {
  expect(siteUrl('https://coulisse.test/', null)).toBe('https://coulisse.test');
  expect(siteUrl('https://coulisse.test', 'billets.fr')).toBe('https://billets.fr');
  expect(siteUrl('http://localhost:8080', undefined)).toBe('http://localhost:8080');
  expect(siteUrl('http://localhost:8080', 'billets.fr')).toBe('http://billets.fr:8080');
  expect(siteUrl('https://coulisse.test:443/', 'billets.fr')).toBe('https://billets.fr');
});
