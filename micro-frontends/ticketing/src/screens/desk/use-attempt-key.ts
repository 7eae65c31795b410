import { useCallback, useRef } from 'react';

/** The idempotency key of what is sent: the same content has the same key, so that a repeated request acts once. */
export function useAttemptKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' });
  return useCallback((content) => {
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  }, []);
}
