import { EmptyState } from '@coulisse/ui-kit';
import { Compass } from 'lucide-react';
import { usePageTitle } from '../app/page-title';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';

/** 404: nothing is at this address. */
export default function NotFound() {
  const t = useText();
  usePageTitle(t('error.not-found'));
  return (
    <EmptyState
      icon={<Compass aria-hidden />}
      title={t('error.not-found')}
      level={1}
      actions={
        <Link className="c-button" data-kind="main" to="/">
          {t('error.home')}
        </Link>
      }
    >
      {t('error.not-found.text')}
    </EmptyState>
  );
}
