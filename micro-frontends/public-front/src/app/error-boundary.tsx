import { Component, lazy, Suspense, type ReactNode } from 'react';
import { withLaterTexts } from '../texts/language';
import { UnderMaintenance } from './maintenance';
import { ErrorPage } from './page-states';

const MaintenancePage = lazy(() => withLaterTexts(import('../pages/maintenance')));

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
      <main className="page">
        <Suspense>
          <ErrorPage error={error} onRetry={() => location.reload()} isCrash />
        </Suspense>
      </main>
    );
  }
}
