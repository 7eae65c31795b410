import { Component, type ReactNode } from 'react';
import { Failure } from '@coulisse/resource-fields';

interface BoundaryProps {
  children: ReactNode;
  /** For the whole page: retry reloads it. */
  page?: boolean;
}

/** Error boundary with a retry button. */
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
