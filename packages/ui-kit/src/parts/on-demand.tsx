import { Component, type ComponentType, type ReactNode, Suspense, use, useContext } from 'react';
import { ToastContext } from './toast';
import { useUiText } from './use-ui-text';

/** For so long a failed load is not begun again: React renders a part that has thrown a second time. */
const FAILED_FOR_MS = 500;

/** The code of a part could not be loaded: the connection is lost, or another version was deployed. */
export class LoadFailure extends Error {}

/** Loads something once, and again only after a failure. */
export const loadOnce = <T,>(load: () => Promise<T>): (() => Promise<T>) => {
  let begun: Promise<T> | null = null;
  const begin = () => {
    const promise = load().catch((cause: unknown) => {
      setTimeout(() => {
        begun = null;
      }, FAILED_FOR_MS);
      throw new LoadFailure('a part of the page could not be loaded', { cause });
    });
    // With these members React's `use` returns at once: what is loaded never shows a fallback.
    promise.then(
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      () => undefined,
    );
    return promise;
  };
  return () => (begun ??= begin());
};

export interface PartOnDemand<P> {
  (props: P): ReactNode;
  /** Begins to load the code: on the way there, by pointer or focus. */
  preload: () => void;
}

/**
 * A component whose code is a file of its own. It suspends until the file is there; once it is, it renders at once. A
 * failure goes to the error boundary, and its retry loads again, which React's `lazy` never does.
 */
export const onDemand = <P extends object>(load: () => Promise<ComponentType<P>>): PartOnDemand<P> => {
  const begin = loadOnce(load);
  const Part = (props: P): ReactNode => {
    const Loaded = use(begin());
    return <Loaded {...props} />;
  };
  return Object.assign(Part, { preload: () => void begin().catch(() => undefined) });
};

interface LoadBoundaryProps {
  onFailure: () => void;
  children: ReactNode;
}

class LoadBoundary extends Component<LoadBoundaryProps, { failure: unknown }> {
  override state = { failure: null as unknown };

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  override componentDidCatch(failure: unknown) {
    if (failure instanceof LoadFailure) this.props.onFailure();
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    if (failure instanceof LoadFailure) return null;
    // Whatever else was thrown inside belongs to the boundary around.
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- what was thrown, unchanged
    throw failure;
  }
}

/**
 * Around a part that opens over the page: a menu, a dialog. While it is loaded, nothing is shown; if it cannot be, a
 * message says so, and `onClose` lets it be opened again.
 */
export const Opening = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  const text = useUiText();
  const toasts = useContext(ToastContext);
  const failed = () => {
    onClose();
    toasts?.bad(text('part.failed'));
  };
  return (
    <LoadBoundary onFailure={failed}>
      <Suspense>{children}</Suspense>
    </LoadBoundary>
  );
};
