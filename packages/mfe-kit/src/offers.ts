/** What several parts of a page offer to somebody who does not know them. */
export interface Offers<T> {
  put(id: string, offer: T): void;
  drop(id: string): void;
  /** The same array until something changes; what came last is first. */
  read(): readonly T[];
  /** Returns what ends the listening. */
  subscribe(listener: () => void): () => void;
}

export const createOffers = <T>(): Offers<T> => {
  const offers = new Map<string, T>();
  const listeners = new Set<() => void>();
  let shown: readonly T[] = [];
  const changed = () => {
    shown = [...offers.values()].reverse();
    listeners.forEach((listener) => listener());
  };
  return {
    put: (id, offer) => {
      offers.set(id, offer);
      changed();
    },
    drop: (id) => {
      if (offers.delete(id)) changed();
    },
    read: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
