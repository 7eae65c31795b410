/** A recently opened record, as listed in the palette. */
export interface OpenedRecord {
  path: string;
  label: string;
  /** Label of its resource, in the language used at that time. */
  kind: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const KEPT = 20;
const keyOf = (person: string): string => `coulisse.opened.${person}`;

const isOpened = (value: unknown): value is OpenedRecord =>
  typeof value === 'object' &&
  value !== null &&
  ['path', 'label', 'kind'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

/** The recently opened records, latest first; in session storage, since labels contain personal data. */
export const openedRecords = (person: string, store: Store = sessionStorage): OpenedRecord[] => {
  try {
    const stored: unknown = JSON.parse(store.getItem(keyOf(person)) ?? 'null');
    return Array.isArray(stored) ? stored.filter(isOpened) : [];
  } catch {
    return [];
  }
};

export const noteOpened = (person: string, record: OpenedRecord, store: Store = sessionStorage): void =>
  write(person, store, (all) => [record, ...all]);

/** Removes a deleted record from the list. */
export const forgetOpened = (person: string, path: string, store: Store = sessionStorage): void =>
  write(person, store, (all) => all.filter((record) => record.path !== path));

const write = (person: string, store: Store, change: (all: OpenedRecord[]) => OpenedRecord[]) => {
  const changed = change(openedRecords(person, store));
  const once = changed.filter(
    ({ path }, index) => changed.findIndex((record) => record.path === path) === index,
  );
  try {
    store.setItem(keyOf(person), JSON.stringify(once.slice(0, KEPT)));
  } catch {
    // Storage is not available: records can still be searched.
  }
};
