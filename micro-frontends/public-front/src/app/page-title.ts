import { useEffect } from 'react';
import { useTheatre } from './theatre';
import { useText } from './use-text';

export function usePageTitle(title: string): void {
  const t = useText();
  const siteName = useTheatre()?.name ?? t('title.site');
  useEffect(() => {
    document.title = title ? `${title} · ${siteName}` : siteName;
  }, [title, siteName]);
}
