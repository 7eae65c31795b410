import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { ReceptionPerformance } from '../../api-types';
import type { Entry, Owner, StoredList } from './door-types';

interface DoorSchema extends DBSchema {
  lists: { key: string; value: StoredList };
  queue: { key: string; value: Entry };
  facts: { key: string; value: unknown };
}

const NAME = 'coulisse-reception';
/** A performance is over for a day: this long after its start. */
const KEPT_HOURS = 30;

/** What a device keeps of the evenings of one person at one theatre. */
export class DoorStore {
  private constructor(
    private readonly db: IDBPDatabase<DoorSchema>,
    /** Of this browser, as long as it keeps the data. */
    readonly device: string,
  ) {}

  /** Opens the data of this person; erases those of another tenant, and lists of another person. */
  static async open(owner: Owner, now = new Date()): Promise<DoorStore> {
    const open = () =>
      openDB<DoorSchema>(NAME, 1, {
        upgrade: (db) => {
          db.createObjectStore('lists');
          db.createObjectStore('queue', { keyPath: 'id' });
          db.createObjectStore('facts');
        },
        // The log-out erases the database: it must not wait for this page.
        blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
      });
    let db = await open();
    const before = (await db.get('facts', 'owner')) as Owner | undefined;
    if (before && before.tenantId !== owner.tenantId) {
      db.close();
      await deleteDB(NAME);
      db = await open();
    } else if (before && before.userId !== owner.userId) {
      await db.clear('lists');
      await db.delete('facts', 'performances');
    }
    const device = ((await db.get('facts', 'device')) as string | undefined) ?? crypto.randomUUID();
    await db.put('facts', device, 'device');
    await db.put('facts', owner, 'owner');
    const store = new DoorStore(db, device);
    await store.eraseOver(now);
    return store;
  }

  private async eraseOver(now: Date): Promise<void> {
    for (const key of await this.db.getAllKeys('lists')) {
      const stored = await this.db.get('lists', key);
      const endsAt = Date.parse(stored?.performance.startsAt ?? '') + KEPT_HOURS * 3_600_000;
      if (!(endsAt > now.getTime())) await this.db.delete('lists', key);
    }
  }

  async savePerformances(performances: readonly ReceptionPerformance[]): Promise<void> {
    await this.db.put('facts', performances, 'performances');
  }
  async performances(): Promise<ReceptionPerformance[] | undefined> {
    return (await this.db.get('facts', 'performances')) as ReceptionPerformance[] | undefined;
  }
  async saveList(stored: StoredList): Promise<void> {
    await this.db.put('lists', stored, stored.performance.id);
  }
  list(performanceId: string): Promise<StoredList | undefined> {
    return this.db.get('lists', performanceId);
  }
  async enqueue(entry: Entry): Promise<void> {
    // The portal leads to this page before a log-out would erase the entry: it sends all that waits.
    await this.db.put('facts', `/prestiscene/reception/${entry.performanceId}`, 'sender');
    await this.db.put('queue', entry);
  }
  /** What waits to be sent, in the order in which it happened. */
  async queued(): Promise<Entry[]> {
    return (await this.db.getAll('queue')).sort((a, b) => (a.at < b.at ? -1 : 1));
  }
  async dequeue(ids: readonly string[]): Promise<void> {
    const tx = this.db.transaction('queue', 'readwrite');
    await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done]);
  }
}
