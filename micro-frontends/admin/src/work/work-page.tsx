import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { EmptyState, formatDate, Notice, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { usePageTitle } from '@coulisse/resource-ui';
import { useServiceName } from '../services';

const VIEWS = [
  { path: '/core/background-jobs', label: 'work.jobs' },
  { path: '/core/background-jobs/schedules', label: 'work.schedules' },
] as const;

interface Listed {
  items: readonly unknown[];
  unavailable: readonly string[];
}
export interface WorkPageProps {
  query: UseQueryResult<Listed>;
  /** Chosen service, which both views share. */
  service: string | null;
  filters: ReactNode;
  /** What an empty list says. */
  empty: ReactNode;
  children: ReactNode;
}

/** Head, views and states that the lists of jobs and schedules have in common. */
export const WorkPage = ({ query, service, filters, empty, children }: WorkPageProps) => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const serviceName = useServiceName();
  usePageTitle(t('menu.jobs'));
  const { data: listed, dataUpdatedAt } = query;
  const missing = listed?.unavailable ?? [];
  return (
    <div className="a-page">
      <header className="a-head">
        <h1>{t('menu.jobs')}</h1>
      </header>
      <p className="c-soft a-lead">{t('work.lead')}</p>
      <div className="a-filters">
        <nav className="r-tabs" aria-label={t('work.views')}>
          {VIEWS.map(({ path, label }) => (
            <button
              key={path}
              type="button"
              aria-current={path === pathname ? 'page' : undefined}
              onClick={() => void navigate({ pathname: path, search: service ? `?service=${service}` : '' })}
            >
              {t(label)}
            </button>
          ))}
        </nav>
        {filters}
      </div>
      {missing.length > 0 && (
        <Notice tone="warn">
          {t('work.unavailable', { services: missing.map(serviceName).join(', ') })}
        </Notice>
      )}
      {query.isError && listed && (
        <Notice tone="warn">
          {t('work.stale', { time: formatDate(new Date(dataUpdatedAt), language, 'time') })}
        </Notice>
      )}
      {query.isError && !listed && <Failure failure={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonLines lines={6} />}
      {listed?.items.length === 0 &&
        (missing.length > 0 ? (
          <EmptyState title={t('work.none-answering')}>{t('work.none-answering.body')}</EmptyState>
        ) : (
          empty
        ))}
      {children}
    </div>
  );
};
