/** A record that was looked at, as a line that leads back to it. */
export interface OpenedRecord {
  path: string;
  label: string;
  /** What kind of thing it is, in the language of then. */
  kind: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const KEPT = 20;
const keyOf = (person: string): string => `coulisse.opened.${person}`;

const isOpened = (value: unknown): value is OpenedRecord =>
  typeof value === 'object' &&
  value !== null &&
  ['path', 'label', 'kind'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

/** The latest first. They name people: they are kept for as long as the tab lives, and no longer. */
export const openedRecords = (person: string, store: Store = sessionStorage): OpenedRecord[] => {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(person)) ?? 'null');
    return Array.isArray(kept) ? kept.filter(isOpened) : [];
  } catch {
    return [];
  }
};

export const noteOpened = (person: string, record: OpenedRecord, store: Store = sessionStorage): void =>
  write(person, store, (all) => [record, ...all]);

/** The record is gone: nothing leads back to it. */
export const forgetOpened = (person: string, path: string, store: Store = sessionStorage): void =>
  write(person, store, (all) => all.filter((one) => one.path !== path));

const write = (person: string, store: Store, change: (all: OpenedRecord[]) => OpenedRecord[]) => {
  const changed = change(openedRecords(person, store));
  const once = changed.filter(({ path }, index) => changed.findIndex((one) => one.path === path) === index);
  try {
    store.setItem(keyOf(person), JSON.stringify(once.slice(0, KEPT)));
  } catch {
    // No store here: the records are found by searching.
  }
};
