type Store = Pick<Storage, 'getItem' | 'setItem'>;

const KEPT = 12;
const keyOf = (person: string): string => `coulisse.palette.${person}`;

/** Keys of what this person did from the palette, the latest first. They name screens, never a record. */
export const recentCommands = (person: string, store: Store = localStorage): string[] => {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(person)) ?? 'null');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
};

export const noteCommand = (person: string, key: string, store: Store = localStorage): void => {
  const keys = [key, ...recentCommands(person, store).filter((other) => other !== key)].slice(0, KEPT);
  try {
    store.setItem(keyOf(person), JSON.stringify(keys));
  } catch {
    // No store here: the palette has no memory, and works.
  }
};
