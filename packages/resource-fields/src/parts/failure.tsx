import type { ReactNode } from 'react';
import { ErrorState } from '@coulisse/ui-kit';
import { traceOf, useProblemText } from '@coulisse/resource-client';

export const Failure = ({
  failure,
  onRetry,
  actions,
}: {
  failure: unknown;
  onRetry?: () => void;
  actions?: ReactNode;
}) => (
  <ErrorState reference={traceOf(failure)} onRetry={onRetry} actions={actions}>
    {useProblemText()(failure)}
  </ErrorState>
);
