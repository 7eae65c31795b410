/** Default of the longest attempt to handle an event. */
export const EVENT_TIMEOUT_MS = 60_000;

/** The work exceeded its time limit. It may still run: what it does from then on must have no effect. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TimeoutError';
  constructor(ms: number) {
    super(`not done after ${ms} ms`);
  }
}

/** Rejects as soon as the signal is aborted, even if the work continues. A signal that many works share keeps none of them. */
export async function unlessAborted<R>(work: Promise<R>, signal: AbortSignal): Promise<R> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Runs `work` for at most `ms`; then its signal is aborted and the promise rejects. */
export async function withTimeLimit<R>(ms: number, work: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new TimeLimitExceeded(ms)), ms);
  try {
    return await unlessAborted(work(limit.signal), limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
