/**
 * Runs rounds of background work, each `everyMs` after the end of the previous one; after a failed round the next one
 * runs as usual. Returns a function that stops them and waits for the current round.
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

/**
 * Rounds of background work that can be woken early. A round returns the pause after it, in ms, or null when it was the
 * last one; after a failed round `onError` returns it.
 */
export class Rounds {
  private running: Promise<void> | null = null;
  private stopped = false;
  private woken = false;
  private endPause: () => void = () => undefined;

  constructor(
    private readonly round: () => Promise<number | null>,
    private readonly onError: (error: unknown) => number | Promise<number>,
  ) {}

  get isStopped(): boolean {
    return this.stopped;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Starts the next round now, or right after the current one. */
  wake(): void {
    this.woken = true;
    this.endPause();
  }

  /** Starts no further round, and waits for the current one. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.endPause();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.woken = false;
      const pauseMs = await this.round().catch(this.onError);
      if (pauseMs === null) return;
      await this.pause(pauseMs);
    }
  }

  private async pause(ms: number): Promise<void> {
    if (this.stopped || this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
