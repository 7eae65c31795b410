import { gunzipSync } from 'node:zlib';
import { acceptsGzip, gzipHeaders, KeptGzip } from './kept-gzip';

describe('a large text whose compressed form is kept', () => {
  it('is compressed with the second request for the same text, and once', async () => {
    const stored = new KeptGzip();
    const make = jest.fn(() => '{"seats":[]}');
    expect((await stored.jsonOf('v1', make)).gzip).toBeUndefined();
    const second = await stored.jsonOf('v1', make);
    expect(gunzipSync(second.gzip!).toString()).toBe('{"seats":[]}');
    expect((await stored.jsonOf('v1', make)).gzip).toBe(second.gzip);
    expect(make).toHaveBeenCalledTimes(1);
    expect(second.text).toBe('{"seats":[]}');
  });

  it('is never that of another text', async () => {
    const stored = new KeptGzip();
    for (let request = 0; request < 3; request++) await stored.jsonOf('v1', () => '"old"');
    expect((await stored.jsonOf('v2', () => '"new"')).gzip).toBeUndefined();
    const [first, second] = await Promise.all([1, 2].map(() => stored.jsonOf('v2', () => '"new"')));
    expect(gunzipSync(first!.gzip!).toString()).toBe('"new"');
    expect(second!.gzip).toBe(first!.gzip);
  });
});

it.each([
  ['gzip, deflate, br', true],
  ['br;q=1, GZIP ; q=0.5', true],
  ['br, gzip;q=0', false],
  ['gzip;q=0.000', false],
  ['gzip;q=0.001', true],
  ['xgzip', false],
  ['br', false],
  [undefined, false],
])('the client with Accept-Encoding %j takes gzip: %j', (header, takes) =>
  expect(acceptsGzip(header)).toBe(takes),
);

it('the compressed body has a weak ETag, and its coding stands in Vary', () => {
  expect(gzipHeaders({ ETag: '"a"', Vary: 'Cart-Token' })).toEqual({
    ETag: 'W/"a"',
    Vary: 'Cart-Token, Accept-Encoding',
    'Content-Encoding': 'gzip',
  });
  expect(gzipHeaders({})).toEqual({ Vary: 'Accept-Encoding', 'Content-Encoding': 'gzip' });
});
