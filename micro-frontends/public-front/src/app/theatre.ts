import { useEffect, useSyncExternalStore } from 'react';
import type { Theatre } from '../api/types';

const KEY = 'coulisse.theatre';
const listeners = new Set<() => void>();

function stored(): Theatre | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Theatre | null;
  } catch {
    // Written by an older version of the page: the next page that knows its theatre writes it anew.
    return null;
  }
}

let current = stored();

/** The house whose front this is. Kept for the tab, so that the way back from the bank still knows it. */
export function useTheatre(): Theatre | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

/** Called by a page that belongs to a house; `null` on the page of all houses. */
export function useShowTheatre(theatre: Theatre | null | undefined): void {
  useEffect(() => {
    if (theatre === undefined || theatre?.id === current?.id) return;
    current = theatre;
    sessionStorage.setItem(KEY, JSON.stringify(theatre));
    listeners.forEach((listener) => listener());
  }, [theatre]);
}
