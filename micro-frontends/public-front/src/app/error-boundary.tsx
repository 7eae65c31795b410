import { Component, lazy, Suspense, type ReactNode } from 'react';
import { withLaterTexts } from '../texts/language';
import { UnderMaintenance } from './maintenance';
import { ErrorPage, Offline } from './page-states';

const MaintenancePage = lazy(() => withLaterTexts(import('../pages/maintenance')));

interface Failure {
  error: unknown;
  /** A part of the page could not be loaded, as nothing could. */
  isOffline: boolean;
}

/** Shows an error page with a reload button when a page throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, Failure> {
  override state: Failure = { error: null, isOffline: false };

  static getDerivedStateFromError(error: unknown): Failure {
    return { error, isOffline: navigator.onLine === false };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    const { error, isOffline } = this.state;
    if (error instanceof UnderMaintenance)
      return (
        <Suspense>
          <MaintenancePage theatre={error.theatre} />
        </Suspense>
      );
    return (
      <main className="page">
        {isOffline ? (
          <Offline />
        ) : (
          <Suspense>
            <ErrorPage error={error} onRetry={() => location.reload()} isCrash />
          </Suspense>
        )}
      </main>
    );
  }
}
