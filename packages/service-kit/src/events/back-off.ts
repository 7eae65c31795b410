/** Attempts in place of a message, and the delays between them, before it is stored as a failed delivery. */
export interface BackOff {
  attempts: number;
  baseMs: number;
  maxMs: number;
}

/** One more attempt, for failures of an instant (a lock race, a cut connection). */
export const DEFAULT_BACK_OFF: BackOff = { attempts: 2, baseMs: 400, maxMs: 400 };
/** An attempt that took longer is not retried in place, because the partition waits meanwhile. */
export const SLOW_ATTEMPT_MS = 1_000;
/** Without the database a failed message can be neither stored nor acknowledged: storing it is retried in place. */
export const STORE_BACK_OFF: Omit<BackOff, 'attempts'> = { baseMs: 250, maxMs: 10_000 };

/** Exponential back-off, capped, with jitter on its upper half so that replicas do not retry together. */
export const delayOf = (
  { baseMs, maxMs }: Omit<BackOff, 'attempts'>,
  attempt: number,
  random: () => number = Math.random,
): number => {
  const full = Math.min(baseMs * 2 ** (attempt - 1), maxMs);
  return full / 2 + (full / 2) * random();
};

/** Waits, or rejects as soon as the signal is aborted. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
