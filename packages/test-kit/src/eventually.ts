export interface EventuallyOptions {
  timeoutMs?: number;
  intervalMs?: number;
}

/** Tries until `check` no longer throws, and answers what it answered; at the end of the time its last error is thrown. */
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
