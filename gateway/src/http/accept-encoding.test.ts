import { preferredCoding, type ContentCoding } from './accept-encoding';

describe('preferredCoding', () => {
  it.each<[string | undefined, ContentCoding | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['gzip, *;q=0', 'gzip'],
    ['br;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0.0', undefined],
    ['br; q=0.2 , gzip ; q=0.9', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['gzip;q=nonsense', undefined],
    ['gzip;q=2, br;q=0.1', 'br'],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0, *;q=0.1', 'br'],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['gzip, identity', 'gzip'],
  ])('%s: %s', (header, expected) => expect(preferredCoding(header, ['br', 'gzip'])).toBe(expected));

  it('prefers the first of equal weights', () =>
    expect(preferredCoding('br, gzip', ['gzip', 'br'])).toBe('gzip'));
});
