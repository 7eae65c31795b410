import { isOver, type Job } from './job';

/** A job of the user, as stored by the tray; its progress is read from the server. */
export interface TrayEntry {
  id: string;
  resource: string;
  kind: Job['kind'];
  /** ISO 8601. */
  startedAt: string;
  /** The job has ended. */
  over: boolean;
  /** The user has seen its end. */
  seen: boolean;
  /** The file that is imported. */
  name?: string;
  dryRun?: true;
}

export interface Tray {
  /** The latest first. */
  entries: readonly TrayEntry[];
  /** Dismissed jobs, which the server still lists. */
  dismissed: readonly string[];
}

export type TrayEvent =
  | { type: 'started'; entry: TrayEntry }
  /** `watched`: a page showed the job when it ended. */
  | { type: 'ended'; id: string; watched: boolean }
  /** The server has listed the jobs of a resource. */
  | { type: 'listed'; resource: string; jobs: readonly Job[] }
  | { type: 'opened' }
  | { type: 'dismissed'; id: string }
  | { type: 'cleared' }
  /** The job no longer exists on the server. */
  | { type: 'lost'; id: string };

export const EMPTY: Tray = { entries: [], dismissed: [] };
const MOST_ENTRIES = 40;
const MOST_DISMISSED = 200;

const latestFirst = (entries: readonly TrayEntry[]): TrayEntry[] =>
  [...entries].sort((a, b) => b.startedAt.localeCompare(a.startedAt)).slice(0, MOST_ENTRIES);

const without = (
  tray: Tray,
  isRemoved: (entry: TrayEntry) => boolean,
  dismissed: readonly string[],
): Tray => ({
  entries: tray.entries.filter((entry) => !isRemoved(entry)),
  dismissed: [...tray.dismissed, ...dismissed].slice(-MOST_DISMISSED),
});

const changed = (tray: Tray, id: string, change: Partial<TrayEntry>): Tray => ({
  ...tray,
  entries: tray.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
});

/** A job that ended before it was added to the tray counts as seen. */
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
      // A page may add the same job again: the stored entry is more recent.
      if (tray.entries.some(({ id }) => id === event.entry.id)) return tray;
      return {
        entries: latestFirst([event.entry, ...tray.entries]),
        dismissed: tray.dismissed.filter((id) => id !== event.entry.id),
      };
    case 'ended':
      return changed(tray, event.id, { over: true, seen: event.watched });
    case 'listed': {
      const knownIds = new Set([...tray.entries.map(({ id }) => id), ...tray.dismissed]);
      const found = event.jobs
        .filter(({ id }) => !knownIds.has(id))
        .map((job) => entryOf(event.resource, job));
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
/** Number of ended jobs that the user has not seen. */
export const news = ({ entries }: Tray): number => entries.filter(({ over, seen }) => over && !seen).length;

type Store = Pick<Storage, 'getItem' | 'setItem'>;
const keyOf = (person: string): string => `coulisse.jobs.${person}`;

const isEntry = (value: unknown): value is TrayEntry =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'resource', 'kind', 'startedAt'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  );

/** Restores the tray after a reload, since jobs continue without the page. */
export const recallTray = (person: string, store: Store = localStorage): Tray => {
  try {
    const stored: unknown = JSON.parse(store.getItem(keyOf(person)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return EMPTY;
    const { entries, dismissed } = stored as Partial<Record<keyof Tray, unknown>>;
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
    // Storage is not available: the server still lists the jobs.
  }
};
