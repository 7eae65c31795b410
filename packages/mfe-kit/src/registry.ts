/** Collects entries of several components, for a component that does not import them. */
export interface Registry<T> {
  put(id: string, entry: T): void;
  drop(id: string): void;
  /** The same array until something changes; the latest entry is first. */
  read(): readonly T[];
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export const createRegistry = <T>(): Registry<T> => {
  const entries = new Map<string, T>();
  const listeners = new Set<() => void>();
  let shown: readonly T[] = [];
  const changed = () => {
    shown = [...entries.values()].reverse();
    listeners.forEach((listener) => listener());
  };
  return {
    put: (id, entry) => {
      entries.set(id, entry);
      changed();
    },
    drop: (id) => {
      if (entries.delete(id)) changed();
    },
    read: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
