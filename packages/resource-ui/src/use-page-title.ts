import { useEffect } from 'react';

/** Sets the title of the browser tab. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Coulisse`;
    return () => {
      document.title = before;
    };
  }, [title]);
};
