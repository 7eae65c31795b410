import { useMemo, useRef } from 'react';

export interface IdempotencyKey {
  /** The same key for the same body: a request that is repeated after a lost response is carried out once. */
  of: (body: unknown) => string;
  /** Call it after a success: the same body is then a new request. */
  renew: () => void;
}

/** Idempotency keys of the requests that a form or a button sends. */
export const useIdempotencyKey = (): IdempotencyKey => {
  const last = useRef<{ text: string; key: string } | null>(null);
  return useMemo(
    () => ({
      of: (body) => {
        const text = JSON.stringify(body);
        if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() };
        return last.current.key;
      },
      renew: () => {
        last.current = null;
      },
    }),
    [],
  );
};
