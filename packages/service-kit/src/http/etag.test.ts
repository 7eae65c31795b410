import { revalidated, revalidatedBy } from './etag';
import { JsonText } from './route';

describe('a revalidated response', () => {
  const first = revalidated({ resources: ['a'] }, undefined);
  const etag = first.options.headers!.ETag!;

  it('is sent with its ETag, and private caches may store it', () => {
    expect(first.body).toEqual(new JsonText('{"resources":["a"]}'));
    expect(first.options).toMatchObject({
      headers: { ETag: expect.stringMatching(/^"[\w-]{27}"$/), 'Cache-Control': 'private, no-cache' },
    });
    expect(first.options.status).toBeUndefined();
  });

  it.each([
    ['the same ETag', etag],
    ['a weak ETag', `W/${etag}`],
    ['one of several', `"other", ${etag}`],
    ['a wildcard', '*'],
  ])('returns 304 when If-None-Match is %s', (_what, header) => {
    const { body, options } = revalidated({ resources: ['a'] }, header);
    expect([options.status, body, options.headers!.ETag]).toEqual([304, undefined, etag]);
  });

  it('is sent again after a change', () =>
    expect(revalidated({ resources: ['a', 'b'] }, etag)).toMatchObject({
      body: { text: '{"resources":["a","b"]}' },
    }));

  it('is made of its source only for a client without it', async () => {
    const make = jest.fn(async () => new JsonText('{"large":true}'));
    const sent = await revalidatedBy('v1', make, undefined);
    expect(sent.body).toEqual(new JsonText('{"large":true}'));
    const again = await revalidatedBy('v1', make, sent.options.headers!.ETag);
    expect([again.options.status, again.body]).toEqual([304, undefined]);
    expect(make).toHaveBeenCalledTimes(1);
    expect((await revalidatedBy('v2', make, sent.options.headers!.ETag)).options.status).toBeUndefined();
  });
});
