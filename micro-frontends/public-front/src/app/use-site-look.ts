import { useEffect } from 'react';
import type { Site } from '../api/types';

/** Address of a public file. */
export const fileUrl = (id: string): string => `/app-api/files/${id}`;

/** Gives the page the look that its theatre chose; without one it is the visitor's own, and its code is not loaded. */
export function useSiteLook(site: Site | undefined): void {
  useEffect(() => {
    if (!site?.frontMode) return;
    const look = import('./site-look').then(({ showLook }) => showLook(site), reportError);
    return () => void look.then((undo) => undo?.());
  }, [site]);
}
