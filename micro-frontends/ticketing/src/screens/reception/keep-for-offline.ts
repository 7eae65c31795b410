import type { Api } from '@coulisse/mfe-kit';
import { CURRENT_USER, DESCRIBED_RESOURCES } from '../../api-paths';

const CACHE = 'coulisse-reception';
const SCOPE = '/b/prestiscene/reception';
const DATA = [CURRENT_USER, DESCRIBED_RESOURCES];
const FILES = /^\/(?:b|mf)\/(?!api\/)|^\/(?:translations\/|federation\.json)/;

/** Parts that are loaded on demand have to be there before the line is lost. */
const loadParts = () =>
  Promise.all([import('./verify-signature'), import('./camera-scan'), import('./detector')]);

/** Files of earlier versions are of no use; those of this one may be needed later. */
const KEPT_MS = 14 * 86_400_000;

async function storeFile(cache: Cache, path: string): Promise<void> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  await cache.put(path, response);
}

async function dropOld(cache: Cache, listed: ReadonlySet<string>): Promise<void> {
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    const storedAt = Date.parse((await cache.match(request))?.headers.get('date') ?? '');
    if (!listed.has(pathname + search) && !(Date.now() - storedAt < KEPT_MS)) await cache.delete(request);
  }
}

/** Keeps what the screen is made of on this device, so that it opens without a network. */
export async function keepForOffline(api: Api): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  await navigator.serviceWorker.register('/b/reception-worker.js', { scope: SCOPE });
  await loadParts();
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && FILES.test(pathname))
    .map(({ pathname, search }) => pathname + search);
  const files = [...new Set([SCOPE, '/b/config.json', ...loaded])];
  const cache = await caches.open(CACHE);
  // Data first: without a line this ends here, and what is stored stays.
  for (const path of DATA) await cache.put(path, await api.raw('GET', path));
  await Promise.all(files.map((path) => storeFile(cache, path)));
  await dropOld(cache, new Set([...files, ...DATA]));
}
