import { Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button, EmptyState } from '@coulisse/ui-kit';
import { useRemotes } from '../modules/remotes-context';

export const StatusPage = ({
  code,
  icon,
  actions,
}: {
  code: '403' | '404' | '500';
  icon: ReactNode;
  actions?: ReactNode;
}) => {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      level={1}
      icon={icon}
      title={t(`page.${code}.title`)}
      actions={
        <>
          {actions}
          <Link className="c-button" to="/dashboard">
            {t('page.home')}
          </Link>
        </>
      }
    >
      {t(`page.${code}.body`)}
    </EmptyState>
  );
};

/** The URL may belong to a remote that could not be loaded. */
export const UnreachablePage = () => {
  const { t } = useTranslation('shell');
  const { failed, lost, retry } = useRemotes();
  const again = () => (lost ? retry() : failed.forEach((remote) => retry(remote)));
  return (
    <StatusPage
      code="500"
      icon={<Unplug aria-hidden />}
      actions={
        <Button kind="main" onClick={again}>
          {t('remote.retry')}
        </Button>
      }
    />
  );
};
