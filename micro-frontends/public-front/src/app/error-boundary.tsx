import { Component, lazy, Suspense, type ReactNode } from 'react';
import { withLaterTexts } from '../texts/language';
import { UnderMaintenance } from './maintenance';
import type { PageErrorProps } from './page-error';
import { PageError } from './page-states';

const MaintenancePage = lazy(() => withLaterTexts(import('../pages/maintenance')));

/** Also of a script that could not be loaded: then that of the error page may be missing as well. */
const PlainCrash = (props: PageErrorProps) => (
  <main className="page">
    <PageError {...props} />
  </main>
);
const CrashPage = lazy(() =>
  withLaterTexts(import('../pages/crash-page')).catch(() => ({ default: PlainCrash })),
);

/** Shows an error page with a reload button when a page throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    const { error } = this.state;
    if (error instanceof UnderMaintenance)
      return (
        <Suspense>
          <MaintenancePage theatre={error.theatre} />
        </Suspense>
      );
    return (
      <Suspense>
        <CrashPage error={error} onRetry={() => location.reload()} />
      </Suspense>
    );
  }
}
