import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Theatre } from '../api/types';

const KEY = 'coulisse.theatre';

export interface TheatreStore {
  get(): Theatre | null;
  set(theatre: Theatre | null): void;
  subscribe(listener: () => void): () => void;
}

export function createTheatreStore(
  initial: Theatre | null,
  onChange: (theatre: Theatre | null) => void = () => undefined,
): TheatreStore {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set: (theatre) => {
      if (theatre?.id === current?.id) return;
      current = theatre;
      onChange(theatre);
      listeners.forEach((listener) => listener());
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The tenant of an earlier page of this tab. */
export function storedTheatre(): Theatre | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Theatre | null;
  } catch {
    // Written by an older version of the page: the next page with a tenant overwrites it.
    return null;
  }
}

/** Stored for the tab, so that it is still set after returning from the bank. */
export const storeTheatre = (theatre: Theatre | null): void =>
  sessionStorage.setItem(KEY, JSON.stringify(theatre));

export const TheatreContext = createContext<TheatreStore>(createTheatreStore(null));

/** The tenant of this front. */
export function useTheatre(): Theatre | null {
  const { subscribe, get } = useContext(TheatreContext);
  return useSyncExternalStore(subscribe, get, get);
}

/** Called by a page that belongs to a tenant; `null` on the page that lists all tenants. */
export function useShowTheatre(theatre: Theatre | null | undefined): void {
  const store = useContext(TheatreContext);
  useEffect(() => {
    if (theatre !== undefined) store.set(theatre);
  }, [store, theatre]);
}
