import { ApiProblem } from '@coulisse/mfe-kit';
import { useCallback } from 'react';
import { useResourceText } from './locales';

/** One sentence for any failure: the server's own, or ours when it gave none. */
export const useProblemText = (): ((failure: unknown) => string) => {
  const text = useResourceText();
  return useCallback(
    (failure) => {
      if (!(failure instanceof ApiProblem)) return text('error.unknown');
      if (failure.status === 0) return text('error.network');
      return failure.detail || text('error.unknown');
    },
    [text],
  );
};

export const traceOf = (failure: unknown): string | null =>
  failure instanceof ApiProblem ? failure.traceId : null;
