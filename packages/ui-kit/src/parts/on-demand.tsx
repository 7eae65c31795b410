import { Component, type ComponentType, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { ToastContext } from './toast';
import { useUiText } from './use-ui-text';

/** For so long a failed load is not begun again: React renders a part that has thrown a second time. */
const FAILED_FOR_MS = 500;

/** The code of a part could not be loaded: the connection is lost, or another version was deployed. */
export class LoadFailure extends Error {}

/** Loads something once, and again only after a failure; `onFailure` is called when it may be loaded again. */
export const loadOnce = <T,>(load: () => Promise<T>, onFailure?: () => void): (() => Promise<T>) => {
  let begun: Promise<T> | null = null;
  return () => {
    begun ??= load().catch((cause: unknown) => {
      setTimeout(() => {
        begun = null;
        onFailure?.();
      }, FAILED_FOR_MS);
      throw new LoadFailure('a part of the page could not be loaded', { cause });
    });
    return begun;
  };
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
  let loaded: ComponentType<P> | null = null;
  // React's `lazy` keeps a failure for ever: another attempt needs another one.
  const attempt = () => lazy(async () => ({ default: await begin() })) as ComponentType<P>;
  const begin = loadOnce(
    async () => {
      loaded = await load();
      return loaded;
    },
    () => {
      current = attempt();
    },
  );
  let current = attempt();
  const Part = (props: P): ReactNode => {
    // The same as long as it is mounted: with another one, the state inside would be lost.
    const [Shown] = useState(() => loaded ?? current);
    return <Shown {...props} />;
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
