import { CloudOff, Inbox } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Button } from './button';
import { useDelayed } from './use-delayed';
import { useUiText } from './use-ui-text';

export const Skeleton = ({
  width = '100%',
  height,
  style,
}: {
  width?: string;
  height?: string;
  style?: CSSProperties;
}) => <span className="c-skeleton" aria-hidden style={{ width, height, ...style }} />;

/** Placeholder lines, shown only when loading takes long enough to be noticed. */
export const SkeletonLines = ({ lines = 4 }: { lines?: number }) => {
  const text = useUiText();
  if (!useDelayed(true)) return null;
  return (
    <div role="status" aria-label={text('loading')} style={{ display: 'grid', gap: 14 }}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={`${88 - ((line * 17) % 40)}%`} />
      ))}
    </div>
  );
};

export interface StateProps {
  title: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

export interface EmptyStateProps extends StateProps {
  /** Level of its heading: 1 where the state is the whole page. */
  level?: 1 | 2;
}

/** An empty state: a sentence and the next action. */
export const EmptyState = ({ title, icon, actions, children, level = 2 }: EmptyStateProps) => (
  <div className="c-state">
    {icon ?? <Inbox aria-hidden />}
    {level === 1 ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children && <p>{children}</p>}
    {actions && <div className="c-actions">{actions}</div>}
  </div>
);

export interface ErrorStateProps extends Partial<StateProps> {
  /** Trace id, for support. */
  reference?: string | null;
  onRetry?: () => void;
}

/** An error: what happened, what was saved, what to do, and the reference. */
export const ErrorState = ({ title, icon, actions, children, reference, onRetry }: ErrorStateProps) => {
  const text = useUiText();
  return (
    <div className="c-state" role="alert">
      {icon ?? <CloudOff aria-hidden />}
      <h2>{title ?? text('error.title')}</h2>
      {children && <p>{children}</p>}
      {reference && (
        <code>
          {text('error.reference')} {reference}
        </code>
      )}
      {(onRetry || actions) && (
        <div className="c-actions">
          {onRetry && <Button onClick={onRetry}>{text('action.retry')}</Button>}
          {actions}
        </div>
      )}
    </div>
  );
};
