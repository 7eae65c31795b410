import { useEffect, useSyncExternalStore } from 'react';
import type { Theatre } from '../api/types';

const KEY = 'coulisse.theatre';
const listeners = new Set<() => void>();

function stored(): Theatre | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Theatre | null;
  } catch {
    // Written by an older version of the page: the next page with a tenant overwrites it.
    return null;
  }
}

let current = stored();

/** The tenant of this front. Stored for the tab, so that it is still set after returning from the bank. */
export function useTheatre(): Theatre | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

/** Called by a page that belongs to a tenant; `null` on the page that lists all tenants. */
export function useShowTheatre(theatre: Theatre | null | undefined): void {
  useEffect(() => {
    if (theatre === undefined || theatre?.id === current?.id) return;
    current = theatre;
    sessionStorage.setItem(KEY, JSON.stringify(theatre));
    listeners.forEach((listener) => listener());
  }, [theatre]);
}
