import { ErrorState, Skeleton, useDelayed } from '@coulisse/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { ApiProblem, isForeign, isMissing } from '../api/client';
import { withLaterTexts } from '../texts/language';
import type { PageErrorProps } from './error-props';
import { useText } from './use-text';

const NotFound = lazy(() => withLaterTexts(import('../pages/not-found')));

/** Loaded when it is needed; a server that fails may fail to send it too. */
export const ErrorPage = lazy(() =>
  withLaterTexts(import('../pages/error-page')).catch(() => ({ default: PlainError })),
);

/** Error page: not found, maintenance, refused, or another error. */
export function PageError({ error, onRetry }: PageErrorProps) {
  if (isMissing(error))
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    );
  if (isForeign(error) || (error instanceof ApiProblem && error.status >= 500)) {
    return (
      <Suspense>
        <ErrorPage error={error} onRetry={onRetry} />
      </Suspense>
    );
  }
  return <PlainError error={error} onRetry={onRetry} />;
}

function PlainError({ error, onRetry }: PageErrorProps) {
  const t = useText();
  const problem = error instanceof ApiProblem ? error : null;
  return (
    <ErrorState title={t('error.page')} reference={problem?.traceId} onRetry={onRetry}>
      {problem?.status === 0 ? t('error.network') : problem?.detail || t('error.page.text')}
    </ErrorState>
  );
}

/** What is left without a line; the page comes back with it. Loaded again before, it would be that of the browser. */
export function Offline() {
  const t = useText();
  const reload = () => navigator.onLine && location.reload();
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <ErrorState title={t('error.page')} onRetry={reload}>
      {t('error.network')}
    </ErrorState>
  );
}

/** Placeholder in the shape of a page: a hero, then cards. */
export function PageSkeleton({ cards = 3 }: { cards?: number }) {
  const due = useDelayed(true);
  if (!due) return <div className="page-wait" />;
  return (
    <div className="page-wait" aria-busy="true">
      <Skeleton height="112px" style={{ borderRadius: 0 }} />
      <div className="page page-skeleton">
        {Array.from({ length: cards }, (_, card) => (
          <Skeleton key={card} height="128px" style={{ borderRadius: 14 }} />
        ))}
      </div>
    </div>
  );
}

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders the data of a query, also when refetching it fails. */
export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) {
    return (
      <div className="page">
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return skeleton ?? <PageSkeleton />;
}
