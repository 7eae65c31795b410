export interface EventuallyOptions {
  timeoutMs?: number;
  intervalMs?: number;
}

/** Retries until `check` no longer throws and returns its result; throws its last error after `timeoutMs`. */
export async function eventually<R>(
  check: () => R | Promise<R>,
  { timeoutMs = 10_000, intervalMs = 50 }: EventuallyOptions = {},
): Promise<R> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
