/** What screens that work without a network keep on the device: databases, caches and workers of this name. */
export const PREFIX = 'coulisse-';
/** A page that is still open may hold a database; the log-out does not wait for it for ever. */
const WAIT_MS = 2_000;

const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = () => resolve();
    setTimeout(resolve, WAIT_MS);
  });

/** Erases what the device keeps of the tenant: nothing of it is left to who logs in next. */
export async function eraseDeviceData(): Promise<void> {
  const isOurs = (name: string | undefined): name is string => name?.startsWith(PREFIX) ?? false;
  const databases = (await indexedDB.databases?.()) ?? [];
  const cacheNames = 'caches' in window ? await caches.keys() : [];
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.allSettled([
    ...databases.flatMap(({ name }) => (isOurs(name) ? [deleteDatabase(name)] : [])),
    ...cacheNames.filter(isOurs).map((name) => caches.delete(name)),
    ...workers
      .filter(({ scope }) => new URL(scope).pathname.startsWith('/b/'))
      .map((worker) => worker.unregister()),
  ]);
}
