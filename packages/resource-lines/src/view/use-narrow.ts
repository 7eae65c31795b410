import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 45em)';

const subscribe = (listener: () => void) => {
  const list = window.matchMedia(NARROW);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};

/** True on a phone, which shows cards instead of a table. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
