import { Button, EmptyState } from '@coulisse/ui-kit';
import { Wrench } from 'lucide-react';
import { useEffect } from 'react';
import type { Theatre } from '../api/types';
import { usePageTitle } from '../app/page-title';
import { fileUrl, useSiteLook } from '../app/use-site-look';
import { useText } from '../app/use-text';

/** What the pages of a theatre show during its maintenance, in its look. */
export default function MaintenancePage({ theatre }: { theatre: Theatre }) {
  const t = useText();
  const { site, name } = theatre;
  useSiteLook(site);
  usePageTitle(t('error.maintenance'));
  useEffect(() => {
    // The page before it is not under this one any more.
    const reload = () => location.reload();
    window.addEventListener('popstate', reload);
    return () => window.removeEventListener('popstate', reload);
  }, []);
  return (
    <>
      <header className="site-header">
        {site?.logo ? (
          <img className="site-logo" src={fileUrl(site.logo)} alt={name} />
        ) : (
          <strong className="site-name">{name}</strong>
        )}
      </header>
      <main className="page" data-testid="maintenance">
        <EmptyState
          icon={<Wrench aria-hidden />}
          title={t('error.maintenance')}
          level={1}
          actions={<Button onClick={() => location.reload()}>{t('error.retry')}</Button>}
        >
          {site?.maintenance || t('maintenance.text')}
        </EmptyState>
      </main>
    </>
  );
}
