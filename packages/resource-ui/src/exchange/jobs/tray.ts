import { isOver, type Job } from './job';

/** A job that this person has, as far as the tray must know it; how far it is, the server says. */
export interface TrayEntry {
  id: string;
  resource: string;
  kind: Job['kind'];
  /** ISO 8601. */
  startedAt: string;
  /** What the job said last: nothing more will come. */
  over: boolean;
  /** Its end was seen. */
  seen: boolean;
  /** The file that is imported. */
  name?: string;
  dryRun?: true;
}

export interface Tray {
  /** The latest first. */
  entries: readonly TrayEntry[];
  /** Jobs that were taken off: the server goes on naming them. */
  dismissed: readonly string[];
}

export type TrayEvent =
  | { type: 'started'; entry: TrayEntry }
  /** `watched`: somebody was looking when it ended. */
  | { type: 'ended'; id: string; watched: boolean }
  /** The server says which jobs there are of a resource. */
  | { type: 'listed'; resource: string; jobs: readonly Job[] }
  | { type: 'opened' }
  | { type: 'dismissed'; id: string }
  | { type: 'cleared' }
  /** The server knows the job no more. */
  | { type: 'lost'; id: string };

export const EMPTY: Tray = { entries: [], dismissed: [] };
const MOST_ENTRIES = 40;
const MOST_DISMISSED = 200;

const latestFirst = (entries: readonly TrayEntry[]): TrayEntry[] =>
  [...entries].sort((one, other) => other.startedAt.localeCompare(one.startedAt)).slice(0, MOST_ENTRIES);

const without = (tray: Tray, gone: (entry: TrayEntry) => boolean, dismissed: readonly string[]): Tray => ({
  entries: tray.entries.filter((entry) => !gone(entry)),
  dismissed: [...tray.dismissed, ...dismissed].slice(-MOST_DISMISSED),
});

const changed = (tray: Tray, id: string, change: Partial<TrayEntry>): Tray => ({
  ...tray,
  entries: tray.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
});

/** An end that nobody was told of yet is news; what was over before this tray knew of it is not. */
const entryOf = (resource: string, job: Job): TrayEntry => ({
  id: job.id,
  resource,
  kind: job.kind,
  startedAt: job.createdAt,
  over: isOver(job),
  seen: isOver(job),
});

export const trayAfter = (tray: Tray, event: TrayEvent): Tray => {
  switch (event.type) {
    case 'started':
      // Whoever shows it may hand it over once more: what became of it since is known.
      if (tray.entries.some(({ id }) => id === event.entry.id)) return tray;
      return {
        entries: latestFirst([event.entry, ...tray.entries]),
        dismissed: tray.dismissed.filter((id) => id !== event.entry.id),
      };
    case 'ended':
      return changed(tray, event.id, { over: true, seen: event.watched });
    case 'listed': {
      const known = new Set([...tray.entries.map(({ id }) => id), ...tray.dismissed]);
      const found = event.jobs.filter(({ id }) => !known.has(id)).map((job) => entryOf(event.resource, job));
      return found.length === 0 ? tray : { ...tray, entries: latestFirst([...tray.entries, ...found]) };
    }
    case 'opened':
      return news(tray) === 0
        ? tray
        : { ...tray, entries: tray.entries.map((entry) => (entry.over ? { ...entry, seen: true } : entry)) };
    case 'dismissed':
      return without(tray, ({ id, over }) => over && id === event.id, [event.id]);
    case 'cleared':
      return without(
        tray,
        ({ over }) => over,
        tray.entries.filter(({ over }) => over).map(({ id }) => id),
      );
    case 'lost':
      return without(tray, ({ id }) => id === event.id, []);
  }
};

export const running = ({ entries }: Tray): number => entries.filter(({ over }) => !over).length;
/** Ends that nobody has seen. */
export const news = ({ entries }: Tray): number => entries.filter(({ over, seen }) => over && !seen).length;

type Store = Pick<Storage, 'getItem' | 'setItem'>;
const keyOf = (person: string): string => `coulisse.jobs.${person}`;

const isEntry = (value: unknown): value is TrayEntry =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'resource', 'kind', 'startedAt'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  );

/** Jobs outlive the page: what it knew of them is there after a reload. */
export const recallTray = (person: string, store: Store = localStorage): Tray => {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(person)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return EMPTY;
    const { entries, dismissed } = kept as Partial<Record<keyof Tray, unknown>>;
    return {
      entries: Array.isArray(entries) ? latestFirst(entries.filter(isEntry)) : [],
      dismissed: Array.isArray(dismissed) ? dismissed.filter((id) => typeof id === 'string') : [],
    };
  } catch {
    return EMPTY;
  }
};
export const rememberTray = (person: string, tray: Tray, store: Store = localStorage): void => {
  try {
    store.setItem(keyOf(person), JSON.stringify(tray));
  } catch {
    // No store here: the server still knows the jobs.
  }
};
