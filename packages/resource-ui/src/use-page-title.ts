import { useEffect } from 'react';

/** Names the tab of the browser after what it shows, so that one of many is found again. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Coulisse`;
    return () => {
      document.title = before;
    };
  }, [title]);
};
