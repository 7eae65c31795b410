import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

const KEY = 'coulisse.rail';

/** Wide, narrow (icons), or a drawer on small screens, which closes after navigation. */
export const useRailState = () => {
  const [narrow, setNarrow] = useState(() => localStorage.getItem(KEY) === 'narrow');
  const [drawer, setDrawer] = useState(false);
  const { pathname } = useLocation();
  const [shownAt, setShownAt] = useState(pathname);
  if (shownAt !== pathname) {
    setShownAt(pathname);
    setDrawer(false);
  }
  useEffect(() => localStorage.setItem(KEY, narrow ? 'narrow' : 'wide'), [narrow]);
  useEffect(() => {
    if (!drawer) return;
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && setDrawer(false);
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, [drawer]);
  return {
    narrow,
    drawer,
    toggle: () => setNarrow(!narrow),
    openDrawer: () => setDrawer(true),
    closeDrawer: () => setDrawer(false),
  };
};

export type RailState = ReturnType<typeof useRailState>;
