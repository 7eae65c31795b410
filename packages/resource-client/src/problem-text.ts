import { ApiProblem, type ResourceDescriptor } from '@coulisse/mfe-kit';
import { useCallback } from 'react';
import { laterChangesOf } from './record/later-changes';
import { useResourceLanguage, useResourceText } from './texts';

/** The reasons of a refusal, in the server's words; empty when it names none. */
export const refusalReasons = (failure: unknown): string =>
  failure instanceof ApiProblem ? failure.errors.map(({ detail, code }) => detail || code).join(' ') : '';

/**
 * An error message for any failure: the server's, or a generic one. With the descriptor of a record that somebody else
 * changed first, it says who changed what.
 */
export const useProblemText = (descriptor?: ResourceDescriptor): ((failure: unknown) => string) => {
  const text = useResourceText();
  const language = useResourceLanguage();
  return useCallback(
    (failure) => {
      if (!(failure instanceof ApiProblem)) return text('error.unknown');
      if (failure.status === 0) return text('error.network');
      const later = descriptor && laterChangesOf(failure, descriptor, language);
      if (later) {
        const changes = later.changes
          .map(({ who, what, when }) =>
            text('error.change', { who: who ?? text('history.system'), what, when }),
          )
          .join(' ; ');
        return [
          text('error.changedFirst', { changes }),
          ...(later.state ? [text('error.stateNow', { state: later.state })] : []),
        ].join(' ');
      }
      // The catalogue's text of this code names no reason; its errors do.
      const reasons = failure.code === 'transition.impossible' ? refusalReasons(failure) : '';
      return reasons || failure.detail || text('error.unknown');
    },
    [text, language, descriptor],
  );
};

export const traceOf = (failure: unknown): string | null =>
  failure instanceof ApiProblem ? failure.traceId : null;
