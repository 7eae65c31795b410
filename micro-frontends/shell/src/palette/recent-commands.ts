type Store = Pick<Storage, 'getItem' | 'setItem'>;

const MAX_COMMANDS = 12;
const keyOf = (person: string): string => `coulisse.palette.${person}`;

/** Keys of the commands that this user ran from the palette, latest first. They never contain a record. */
export const recentCommands = (person: string, store: Store = localStorage): string[] => {
  try {
    const stored: unknown = JSON.parse(store.getItem(keyOf(person)) ?? 'null');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
};

export const recordCommand = (person: string, key: string, store: Store = localStorage): void => {
  const keys = [key, ...recentCommands(person, store).filter((other) => other !== key)].slice(
    0,
    MAX_COMMANDS,
  );
  try {
    store.setItem(keyOf(person), JSON.stringify(keys));
  } catch {
    // Storage is not available: recent commands are not saved.
  }
};
