import { revalidated } from './etag';

describe('an answer that is asked about again', () => {
  const first = revalidated({ resources: ['a'] }, undefined);
  const etag = first.options.headers!.ETag!;

  it('is sent with its tag, which private caches may keep', () => {
    expect(first.body).toEqual({ resources: ['a'] });
    expect(first.options).toMatchObject({
      headers: { ETag: expect.stringMatching(/^"[\w-]{27}"$/), 'Cache-Control': 'private, no-cache' },
    });
    expect(first.options.status).toBeUndefined();
  });

  it.each([
    ['the same tag', etag],
    ['a weak one', `W/${etag}`],
    ['one of several', `"other", ${etag}`],
    ['any', '*'],
  ])('is not sent again to who has %s', (_what, header) => {
    const { body, options } = revalidated({ resources: ['a'] }, header);
    expect([options.status, body, options.headers!.ETag]).toEqual([304, undefined, etag]);
  });

  it('is sent again when it changed', () =>
    expect(revalidated({ resources: ['a', 'b'] }, etag)).toMatchObject({ body: { resources: ['a', 'b'] } }));
});
