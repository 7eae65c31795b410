import { PREFIX } from './device-data';

/** What a device has noted without a network and not sent yet. */
export interface UnsentEntries {
  count: number;
  /** The page that sends them by itself, under /b. */
  page: string;
}

/** A screen that works without a network notes here what it has to send, and in `facts` under `sender` its page. */
const QUEUE = 'queue';
const FACTS = 'facts';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database cannot be read'));
  });

async function unsentOf(name: string): Promise<UnsentEntries | null> {
  const db = await done(indexedDB.open(name));
  try {
    if (![QUEUE, FACTS].every((store) => db.objectStoreNames.contains(store))) return null;
    const tx = db.transaction([QUEUE, FACTS]);
    const [count, page] = await Promise.all([
      done(tx.objectStore(QUEUE).count()),
      done<unknown>(tx.objectStore(FACTS).get('sender')),
    ]);
    return count > 0 ? { count, page: typeof page === 'string' ? page : '/dashboard' } : null;
  } finally {
    db.close();
  }
}

/** What a log-out would erase unsent; null when there is nothing. */
export async function unsentEntries(): Promise<UnsentEntries | null> {
  const databases = (await indexedDB.databases?.()) ?? [];
  for (const { name } of databases) {
    const found = name?.startsWith(PREFIX) ? await unsentOf(name) : null;
    if (found) return found;
  }
  return null;
}
