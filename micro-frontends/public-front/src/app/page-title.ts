import { createContext, useContext, useEffect } from 'react';
import { useTheatre } from './theatre';
import { useText } from './use-text';

/** Where the server reads the title from, since nothing takes effect there; null in a browser. */
export const TitleContext = createContext<{ title: string } | null>(null);

export function usePageTitle(title: string): void {
  const t = useText();
  const siteName = useTheatre()?.name ?? t('title.site');
  const full = title ? `${title} · ${siteName}` : siteName;
  const rendered = useContext(TitleContext);
  if (rendered) rendered.title = full;
  useEffect(() => {
    document.title = full;
  }, [full]);
}
