/** How long trouble that passes by itself is waited for, in place, before a message is set aside. */
export interface BackOff {
  attempts: number;
  baseMs: number;
  maxMs: number;
}

/** About a minute and a half in all. */
export const DEFAULT_BACK_OFF: BackOff = { attempts: 14, baseMs: 200, maxMs: 10_000 };

/** Doubling, capped, with full jitter on its upper half so that replicas do not come back together. */
export const delayOf = (
  { baseMs, maxMs }: BackOff,
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
