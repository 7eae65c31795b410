// Opens the reception without a network. Its scope is the reception alone: no other page of the portal depends on it.
// The screen itself fills the cache; a log-out erases it.
const CACHE = 'coulisse-reception';
const PAGE = '/b/prestiscene/reception';
const WAIT_MS = 4_000;
const HASHED = /[.-][0-9a-f]{8,}\.\w+$/i;
/** Read by the portal before it shows a page; any other call to the API is left to the screen. */
const KEPT_DATA = ['/b/api/core/me', '/b/api/_resources'];

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** The stored response, marked: the portal then starts without a login. */
async function storedCopy(request) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request, { ignoreVary: true });
  if (!stored) return Response.error();
  const headers = new Headers(stored.headers);
  headers.set('x-offline-copy', '1');
  return new Response(stored.body, { status: stored.status, headers });
}

async function networkFirst(request, stored) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(WAIT_MS) });
    // A gateway without its services is as good as none.
    return response.status >= 502 ? await storedCopy(stored) : response;
  } catch {
    return storedCopy(stored);
  }
}

/** Files whose names contain a digest never change. */
async function cacheFirst(request) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request, { ignoreVary: true });
  if (stored) return stored;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') return event.respondWith(networkFirst(request, PAGE));
  if (HASHED.test(pathname)) return event.respondWith(cacheFirst(request));
  if (pathname.startsWith('/b/api/') && !KEPT_DATA.includes(pathname)) return;
  event.respondWith(networkFirst(request, request.url));
});
