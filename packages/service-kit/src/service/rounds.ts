/**
 * Runs rounds of background work, each `everyMs` after the end of the one before, until it is stopped; a round that fails is
 * only late. Answers what stops them and waits for the round that is under way.
 */
export function startRounds(
  round: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<unknown> = Promise.resolve();
  const next = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      current = round().catch(onError).then(next);
    }, everyMs);
    timer.unref();
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await current;
  };
}
