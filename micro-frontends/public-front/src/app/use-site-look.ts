import { useEffect } from 'react';
import type { Site } from '../api/types';

/** Address of a public file. */
export const fileUrl = (id: string): string => `/app-api/files/${id}`;

/** Gives the page the look that its theatre chose; without one it is the visitor's own, and its code is not loaded. */
export function useSiteLook(site: Site | undefined): void {
  useEffect(() => {
    if (!site?.frontMode) return;
    let undo: (() => void) | undefined;
    let isLeft = false;
    import('./site-look').then(({ showLook }) => {
      if (!isLeft) undo = showLook(site);
    }, reportError);
    return () => {
      isLeft = true;
      undo?.();
    };
  }, [site]);
}
