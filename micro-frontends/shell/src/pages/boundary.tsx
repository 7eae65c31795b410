import { Component, type ReactNode } from 'react';
import { Failure } from '@coulisse/resource-ui';

interface BoundaryProps {
  children: ReactNode;
  /** The whole page failed: only a fresh start helps. */
  page?: boolean;
}

/** Keeps what fails in its place, and offers to try again. */
export class Boundary extends Component<BoundaryProps, { failure: unknown }> {
  override state = { failure: null };

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  retry = () => {
    if (this.props.page) location.reload();
    else this.setState({ failure: null });
  };

  override render() {
    const { failure } = this.state;
    return failure === null ? this.props.children : <Failure failure={failure} onRetry={this.retry} />;
  }
}
