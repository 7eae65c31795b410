import { Component, type ReactNode } from 'react';
import { PageError } from './page-states';

/** Shows an error page with a reload button when a page throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <main className="page">
        <PageError error={this.state.error} onRetry={() => location.reload()} />
      </main>
    );
  }
}
