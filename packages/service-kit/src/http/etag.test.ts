import { revalidated } from './etag';

describe('a revalidated response', () => {
  const first = revalidated({ resources: ['a'] }, undefined);
  const etag = first.options.headers!.ETag!;

  it('is sent with its ETag, and private caches may store it', () => {
    expect(first.body).toEqual({ resources: ['a'] });
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
    expect(revalidated({ resources: ['a', 'b'] }, etag)).toMatchObject({ body: { resources: ['a', 'b'] } }));
});
