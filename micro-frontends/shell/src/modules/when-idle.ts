/** Longest wait for an idle moment, in ms. */
const LATEST_MS = 3_000;

/** Runs tasks one after the other, each when the browser is idle. Returns a function that stops before the next one. */
export function whenIdle(tasks: readonly (() => Promise<void>)[]): () => void {
  let isOver = false;
  // Safari has no requestIdleCallback.
  const idle = () =>
    new Promise<void>((resolve) => {
      if (typeof requestIdleCallback === 'function')
        requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
      else setTimeout(resolve, 200);
    });
  void (async () => {
    for (const task of tasks) {
      await idle();
      if (isOver) return;
      await task();
    }
  })();
  return () => {
    isOver = true;
  };
}
