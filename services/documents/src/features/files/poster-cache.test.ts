import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '@coulisse/service-kit';
import { PosterCache } from './poster-cache';

const ctx = {} as ServiceContext;

/** A cache over files whose content is their id; `most` bytes are kept. */
function cacheOf(most?: number) {
  const contents = {
    publicDigest: jest.fn(async (id: string) => `hash of ${id}`),
    readPublic: jest.fn(async (id: string) => ({
      name: 'a',
      mediaType: 'image/png',
      content: Buffer.from(id),
    })),
  };
  const draw = jest.fn(async (content: Buffer) => Buffer.alloc(100, content));
  return { cache: new PosterCache(contents, draw, most), contents, draw };
}

test('a thousand requests for one poster draw it once', async () => {
  const { cache, draw } = cacheOf();
  await Promise.all(Array.from({ length: 1_000 }, () => cache.poster('a', 160, ctx)));
  await cache.poster('a', 160, ctx);
  expect(draw).toHaveBeenCalledTimes(1);
  await cache.poster('a', 320, ctx);
  expect(draw).toHaveBeenCalledTimes(2);
});

test('a poster and a view of one file are two pictures', async () => {
  const { cache, draw } = cacheOf();
  await cache.poster('a', 720, ctx);
  await cache.view('a', 720, ctx);
  await cache.view('a', 720, ctx);
  expect(draw.mock.calls.map((call: unknown[]) => call[2])).toEqual(['poster', 'view']);
});

test('a file that is public no more has no poster, although it was drawn', async () => {
  const { cache, contents } = cacheOf();
  await cache.poster('a', 160, ctx);
  contents.publicDigest.mockRejectedValueOnce(new Error('http.404'));
  await expect(cache.poster('a', 160, ctx)).rejects.toThrow('http.404');
});

test('the poster that was read longest ago makes place', async () => {
  const { cache, draw } = cacheOf(200);
  for (const id of ['a', 'b', 'a', 'c']) await cache.poster(id, 160, ctx);
  expect(draw).toHaveBeenCalledTimes(3);
  await cache.poster('a', 160, ctx);
  expect(draw).toHaveBeenCalledTimes(3);
  await cache.poster('b', 160, ctx);
  expect(draw).toHaveBeenCalledTimes(4);
});

test('what is no picture has none', async () => {
  const { cache, contents } = cacheOf();
  contents.readPublic.mockResolvedValueOnce({ name: 'a', mediaType: 'text/plain', content: Buffer.alloc(1) });
  await expect(cache.poster('a', 160, ctx)).rejects.toMatchObject({ code: 'http.404' });
});

test('at most 64 different posters are waited for; the next visitor is asked to come again', async () => {
  const { cache, draw } = cacheOf();
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  draw.mockImplementation(() => gate.then(() => Buffer.alloc(1)));
  const first = Array.from({ length: 64 }, () => cache.poster(randomUUID(), 160, ctx));
  await expect(cache.poster('next', 160, ctx)).rejects.toMatchObject({ code: 'service.unavailable' });
  release();
  expect(await Promise.all(first)).toHaveLength(64);
});
