import { useCallback, useSyncExternalStore } from 'react';

/** Follows a media query. */
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

/** A telephone: one column, actions under the thumb. */
export const usePhone = (): boolean => useMedia('(max-width: 720px)');
