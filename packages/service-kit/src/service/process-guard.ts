import type { Logger } from 'pino';
import { isTransient } from '../problem/to-problem';
import { counter } from '../telemetry/instruments';

const rejections = counter('coulisse.process.unhandled_rejections', {
  description: 'Promises that were rejected without a handler: each is a bug',
  unit: '{error}',
});
const exceptions = counter('coulisse.process.uncaught_exceptions', {
  description: 'Exceptions that nobody caught: the process stops',
  unit: '{error}',
});

export interface GuardedProcess {
  on(event: 'unhandledRejection' | 'uncaughtException', listener: (error: unknown) => void): unknown;
  exit(code: number): void;
}

export interface ProcessGuard {
  /** Numbers since the start of the process. */
  readonly counts: Readonly<{ unhandledRejections: number; uncaughtExceptions: number }>;
}

/** Timeout of the stop after an uncaught exception. */
const STOP_CAP_MS = 20_000;

/**
 * Handles uncaught errors. An unhandled rejection is a bug of one request: it is logged and counted, and the process
 * continues. An uncaught exception may have left inconsistent state: the process stops gracefully and its supervisor
 * starts a new one, unless the exception is only a lost connection.
 */
export function guardProcess(
  log: Logger,
  stop: () => Promise<void>,
  guarded: GuardedProcess = process,
): ProcessGuard {
  const counts = { unhandledRejections: 0, uncaughtExceptions: 0 };
  // From zero on: a counter without a value has no rate when its first error comes.
  rejections()?.add(0);
  exceptions()?.add(0);
  let stopping = false;

  guarded.on('unhandledRejection', (reason) => {
    counts.unhandledRejections += 1;
    rejections()?.add(1);
    log.error({ err: reason, count: counts.unhandledRejections }, 'process.unhandled_rejection');
  });
  guarded.on('uncaughtException', (error) => {
    counts.uncaughtExceptions += 1;
    exceptions()?.add(1);
    if (isTransient(error)) {
      log.error({ err: error, count: counts.uncaughtExceptions }, 'process.connection_error_uncaught');
      return;
    }
    log.fatal({ err: error, count: counts.uncaughtExceptions }, 'process.uncaught_exception');
    if (stopping) return;
    stopping = true;
    const exit = () => guarded.exit(1);
    setTimeout(exit, STOP_CAP_MS).unref();
    stop().then(exit, exit);
  });
  return { counts };
}
