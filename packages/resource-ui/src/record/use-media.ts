import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches, updated on changes. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};

/** True on a phone: one column, actions at the bottom. */
export const usePhone = (): boolean => useMedia('(max-width: 45em)');
