import type { PublicPages } from '@coulisse/contracts/public-pages';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import pino from 'pino';
import { MissingRecord, PageCache, type ReadyPage } from './public-pages';

const log = pino({ level: 'silent' });

function cacheOf(read: (path: string, language: string) => Promise<unknown>) {
  const rendered: string[] = [];
  const inline = { styles: [], scripts: [] };
  const pages: PublicPages = {
    placeOf: (path, query) => path + query.replace(/utm=\w*/, '').replace(/\?$/, ''),
    empty: (language) => ({ html: `empty ${language}`, ...inline }),
    isRendered: (path) => path.startsWith('/app/spectacles/'),
    load: async (path, call) => ({ show: await call(`/app-api${path}`) }),
    isUnderMaintenance: (data) => JSON.stringify(data).includes('closed'),
    render: (path, language, data) => {
      rendered.push(`${language} ${path}`);
      return Promise.resolve({ html: `${language} ${path} ${JSON.stringify(data)}`, ...inline });
    },
  };
  const clock = { at: 0 };
  const cache = new PageCache({ pages, read, log, now: () => clock.at });
  return { cache, clock, rendered };
}
const text = (page: ReadyPage) => page.bodies.identity.toString();

describe('rendered pages', () => {
  it('visitors who come together cost one read and one rendering', async () => {
    const read = jest.fn(() => Promise.resolve('Hamlet'));
    const { cache, rendered } = cacheOf(read);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => cache.page('/app/spectacles/1', 'fr')),
    );
    expect(new Set(answers).size).toBe(1);
    expect(text(await cache.page('/app/spectacles/1', 'fr'))).toBe('fr /app/spectacles/1 {"show":"Hamlet"}');
    expect([read.mock.calls.length, rendered.length]).toEqual([1, 1]);
    expect(read).toHaveBeenCalledWith('/app-api/app/spectacles/1', 'fr', undefined);
  });

  it('are read again after two seconds, and rendered again when the data changed', async () => {
    let name = 'Hamlet';
    const { cache, clock, rendered } = cacheOf(() => Promise.resolve(name));
    const first = await cache.page('/app/spectacles/1', 'fr');
    clock.at = 2_001;
    expect(await cache.page('/app/spectacles/1', 'fr')).toBe(first);
    name = 'Lear';
    expect(await cache.page('/app/spectacles/1', 'fr')).toBe(first);
    clock.at = 4_002;
    const changed = await cache.page('/app/spectacles/1', 'fr');
    expect(text(changed)).toContain('Lear');
    expect(changed.digest).not.toBe(first.digest);
    expect(rendered).toHaveLength(2);
  });

  it('each choice in the address has its own, and what the page does not depend on has none', async () => {
    const { cache, rendered } = cacheOf(() => Promise.resolve('Hamlet'));
    const plain = await cache.page('/app/spectacles/1', 'fr');
    expect(await cache.page('/app/spectacles/1', 'fr', '?utm=mail')).toBe(plain);
    expect(text(await cache.page('/app/spectacles/1', 'fr', '?month=2026-12'))).toContain('?month=2026-12');
    expect(rendered).toHaveLength(2);
  });

  it('each language has its own', async () => {
    const { cache } = cacheOf((_path, language) => Promise.resolve(language));
    const [fr, en] = await Promise.all(
      ['fr', 'en'].map((language) => cache.page('/app/spectacles/1', language)),
    );
    expect(fr && text(fr)).toContain('{"show":"fr"}');
    expect(en && text(en)).toContain('{"show":"en"}');
  });

  it('have the same text in every coding', async () => {
    const { cache } = cacheOf(() => Promise.resolve('x'.repeat(5_000)));
    const { bodies } = await cache.page('/app/spectacles/1', 'fr');
    expect(brotliDecompressSync(bodies.br)).toEqual(bodies.identity);
    expect(gunzipSync(bodies.gzip)).toEqual(bodies.identity);
    expect(bodies.br.length).toBeLessThan(200);
  });

  it('a record that is not there gives the empty page with 404, any other failure with 200', async () => {
    const failures: Record<string, Error> = { '1': new MissingRecord(), '2': new Error('timeout') };
    const { cache } = cacheOf((path) => Promise.reject(failures[path.slice(-1)] ?? new Error()));
    const answers = await Promise.all(['1', '2'].map((id) => cache.page(`/app/spectacles/${id}`, 'fr')));
    expect(answers.map((page) => [page.status, text(page)])).toEqual([
      [404, 'empty fr'],
      [200, 'empty fr'],
    ]);
  });

  it('of a theatre under maintenance are empty with 503, and are there again after it', async () => {
    let name = 'closed';
    const { cache, clock, rendered } = cacheOf(() => Promise.resolve(name));
    const closed = await cache.page('/app/spectacles/1', 'fr');
    expect([closed.status, text(closed), rendered]).toEqual([503, 'empty fr', []]);
    name = 'Hamlet';
    clock.at = 1_000;
    expect((await cache.page('/app/spectacles/1', 'fr')).status).toBe(503);
    clock.at = 2_001;
    expect((await cache.page('/app/spectacles/1', 'fr')).status).toBe(200);
  });

  it('a failure is forgotten: the next visitor gets the page', async () => {
    const read = jest.fn().mockRejectedValueOnce(new Error('timeout')).mockResolvedValue('Hamlet');
    const { cache } = cacheOf(read);
    expect(text(await cache.page('/app/spectacles/1', 'fr'))).toBe('empty fr');
    expect(text(await cache.page('/app/spectacles/1', 'fr'))).toContain('Hamlet');
  });

  it('other pages are the empty one, without a read', async () => {
    const read = jest.fn();
    const { cache } = cacheOf(read);
    expect(text(await cache.page('/app/reservations/1/return', 'en'))).toBe('empty en');
    expect(read).not.toHaveBeenCalled();
  });

  it('at most 32 different pages are prepared at once; who comes then gets the empty page', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { cache, rendered } = cacheOf(() => gate.then(() => 'Hamlet'));
    const first = Array.from({ length: 32 }, (_, id) => cache.page(`/app/spectacles/${id}`, 'fr'));
    expect(text(await cache.page('/app/spectacles/next', 'fr'))).toBe('empty fr');
    release();
    expect((await Promise.all(first)).every((page) => text(page).includes('Hamlet'))).toBe(true);
    expect(rendered).toHaveLength(32);
  });

  // Two hundred pages take their time on a busy machine.
  it('at most 200 are kept: the one that was read longest ago makes place', async () => {
    const read = jest.fn(() => Promise.resolve('Hamlet'));
    const { cache } = cacheOf(read);
    for (let id = 0; id <= 200; id++) await cache.page(`/app/spectacles/${id}`, 'fr');
    await cache.page('/app/spectacles/200', 'fr');
    expect(read).toHaveBeenCalledTimes(201);
    await cache.page('/app/spectacles/0', 'fr');
    expect(read).toHaveBeenCalledTimes(202);
  }, 30_000);
});
