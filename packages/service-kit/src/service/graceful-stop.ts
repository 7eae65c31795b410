import type { Logger } from 'pino';

export interface StopStep {
  name: string;
  run: () => void | Promise<unknown>;
}

/**
 * Runs the steps in order. After a step that fails or exceeds `stepCapMs` the others still run, so that a stop always
 * ends.
 */
export async function gracefulStop(
  steps: readonly StopStep[],
  log: Logger,
  stepCapMs: number,
): Promise<void> {
  for (const { name, run } of steps) {
    try {
      await capped(Promise.resolve(run()), stepCapMs);
    } catch (error) {
      log.warn({ err: error, step: name }, 'service.stop_step_failed');
    }
  }
}

async function capped(work: Promise<unknown>, capMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const cap = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${capMs} ms`)), capMs);
  });
  try {
    await Promise.race([work, cap]);
  } finally {
    clearTimeout(timer);
  }
}

/** Stops the process on SIGTERM and SIGINT; a second signal exits at once. */
export function stopOnSignals(stop: () => Promise<void>, log: Logger): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'service.stopping');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'service.stop_failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
