import { ApiProblem } from '@coulisse/mfe-kit/api';

/** Longest wait in seconds before a retry; for longer ones the server's error is shown. */
const LONGEST_WAIT = 60;
const TRIES = 4;

let waits: readonly number[] = [];
const listeners = new Set<() => void>();

function change(next: readonly number[]): void {
  waits = next;
  for (const listener of listeners) listener();
}

/** Time at which the last waiting call is retried (`performance.now()`), or null; for `useSyncExternalStore`. */
export const waitingUntil = (): number | null => (waits.length > 0 ? Math.max(...waits) : null);
export function subscribeWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Seconds to wait before a retry as the gateway says; null for every other error. */
export function secondsToWait(error: unknown): number | null {
  if (!(error instanceof ApiProblem) || error.status !== 429 || error.code !== 'request.too-many')
    return null;
  const seconds = Number(error.params.seconds);
  return seconds > 0 && seconds <= LONGEST_WAIT ? seconds : null;
}

function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + seconds * 1000;
  change([...waits, until]);
  const over = (): void => {
    const at = waits.indexOf(until);
    change(waits.filter((_, other) => other !== at));
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      over();
      resolve();
    }, seconds * 1000);
    const stop = (): void => {
      clearTimeout(timer);
      over();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Retries work that was refused by a rate limit, after the wait given with the refusal. A refused call had no effect,
 * so any call may be retried; the page shows the wait (`waitingUntil`).
 */
export async function retryWhenRateLimited<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const seconds = secondsToWait(error);
      if (seconds === null || tries === TRIES) throw error;
      await pause(seconds, signal);
    }
  }
}
