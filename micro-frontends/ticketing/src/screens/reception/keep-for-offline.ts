import type { Api } from '@coulisse/mfe-kit';

const CACHE = 'coulisse-reception';
const SCOPE = '/b/prestiscene/reception';
/** What the portal reads before it shows a page. */
const DATA = ['/b/api/core/me', '/b/api/_resources'];
const FILES = /^\/(?:b|mf)\/(?!api\/)|^\/(?:translations\/|federation\.json)/;

/** Parts that are loaded on demand have to be there before the line is lost. */
const loadParts = () =>
  Promise.all([import('./verify-signature'), import('./camera-scan'), import('./detector')]);

const keepFile = async (cache: Cache, path: string): Promise<void> => {
  const response = await fetch(path);
  if (response.ok) await cache.put(path, response);
};

/** Keeps what the screen is made of on this device, so that it opens without a network. */
export async function keepForOffline(api: Api): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  await navigator.serviceWorker.register('/b/reception-worker.js', { scope: SCOPE });
  await loadParts();
  const cache = await caches.open(CACHE);
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && FILES.test(pathname))
    .map(({ pathname, search }) => pathname + search);
  const files = [...new Set([SCOPE, '/b/config.json', ...loaded])];
  const kept = new Set([...files, ...DATA]);
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    // Files of an earlier version.
    if (!kept.has(pathname + search)) await cache.delete(url);
  }
  await Promise.all([
    ...files.map((path) => keepFile(cache, path)),
    ...DATA.map(async (path) => cache.put(path, await api.raw('GET', path))),
  ]);
}
