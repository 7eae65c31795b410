import { trace } from '@opentelemetry/api';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { currentTrace } from '../telemetry/trace';
import { errorToPlain, isError, toPlain } from './plain';

export interface LogSettings {
  name: string;
  level: string;
  /** Where lines go; standard output unless told. */
  destination?: DestinationStream;
  /** Makes what is logged data without secrets; a test puts one here that fails. */
  plain?: (value: unknown) => unknown;
}

/**
 * One JSON line per entry on standard output, with the trace it belongs to and without secrets or personal data. What is
 * logged becomes bounded plain data first. A call cannot throw: a line that cannot be written is replaced by one that says so.
 */
export function createLogger({ name, level, destination, plain = toPlain }: LogSettings): Logger {
  const options: LoggerOptions = {
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: (value: unknown) => value },
    hooks: {
      logMethod(args, method) {
        const data = safely(() => plainArguments(args, plain));
        if (data && safely(() => (method.apply(this, data as typeof args), true))) return;
        safely(() => method.apply(this, [{ event: eventOf(args) }, 'log.failed'] as never));
      },
    },
    mixin() {
      // The instrumentation adds these by itself while telemetry is on.
      if (trace.getActiveSpan()) return {};
      const current = currentTrace();
      return current ? { trace_id: current.traceId } : {};
    },
  };
  return withPlainChildren(destination ? pino(options, destination) : pino(options), plain);
}

/** Fields that a child logger adds to its lines are written when it is made. */
function withPlainChildren(log: Logger, plain: (value: unknown) => unknown): Logger {
  const { child } = log;
  log.child = function (this: Logger, fields: object, options?: object) {
    return child.call(this, asFields(safely(() => plain(fields))), options as never);
  } as Logger['child'];
  return log;
}

const asFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function safely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined; // There is nowhere to tell it: the log itself does not work.
  }
}

/** pino's own forms: fields and a message, an error alone, or a message alone. */
function plainArguments(args: readonly unknown[], plain: (value: unknown) => unknown): unknown[] {
  const [first, ...rest] = args;
  if (isError(first)) {
    const err = errorToPlain(first);
    return rest.length === 0 ? [{ err }, err.message] : [{ err }, ...rest.map(plain)];
  }
  const fields = plain(first);
  // A message alone stays a text; anything else is fields.
  if (typeof fields === 'string' && typeof first !== 'string') return [{ value: fields }, ...rest.map(plain)];
  return [fields, ...rest.map(plain)];
}

const eventOf = (args: readonly unknown[]): string | undefined =>
  args.find((value): value is string => typeof value === 'string')?.slice(0, 200);
