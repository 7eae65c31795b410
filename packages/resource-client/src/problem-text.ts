import { ApiProblem } from '@coulisse/mfe-kit';
import { useCallback } from 'react';
import { useResourceText } from './texts';

/** The reasons of a refusal, in the server's words; empty when it names none. */
export const refusalReasons = (failure: unknown): string =>
  failure instanceof ApiProblem ? failure.errors.map(({ detail, code }) => detail || code).join(' ') : '';

/** An error message for any failure: the server's, or a generic one. */
export const useProblemText = (): ((failure: unknown) => string) => {
  const text = useResourceText();
  return useCallback(
    (failure) => {
      if (!(failure instanceof ApiProblem)) return text('error.unknown');
      if (failure.status === 0) return text('error.network');
      // The catalogue's text of this code names no reason; its errors do.
      const reasons = failure.code === 'transition.impossible' ? refusalReasons(failure) : '';
      return reasons || failure.detail || text('error.unknown');
    },
    [text],
  );
};

export const traceOf = (failure: unknown): string | null =>
  failure instanceof ApiProblem ? failure.traceId : null;
