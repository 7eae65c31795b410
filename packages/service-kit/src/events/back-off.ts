/** How often and how long a message is tried in place before it is stored as a failed delivery. */
export interface BackOff {
  attempts: number;
  baseMs: number;
  maxMs: number;
}

/** One more attempt, for what is over in the blink of an eye (a lock race, a cut connection). */
export const DEFAULT_BACK_OFF: BackOff = { attempts: 2, baseMs: 400, maxMs: 400 };
/** An attempt that took longer than this is not repeated in place: the partition has waited enough. */
export const SLOW_ATTEMPT_MS = 1_000;
/** While the database is away a failed message can be neither stored nor acknowledged: it waits where it is. */
export const STORE_BACK_OFF: Omit<BackOff, 'attempts'> = { baseMs: 250, maxMs: 10_000 };

/** Doubling, capped, with full jitter on its upper half so that replicas do not come back together. */
export const delayOf = (
  { baseMs, maxMs }: Omit<BackOff, 'attempts'>,
  attempt: number,
  random: () => number = Math.random,
): number => {
  const full = Math.min(baseMs * 2 ** (attempt - 1), maxMs);
  return full / 2 + (full / 2) * random();
};

/** Waits, or rejects at once when the signal fires. */
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
