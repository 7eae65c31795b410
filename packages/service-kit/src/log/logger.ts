import { trace } from '@opentelemetry/api';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { currentTrace } from '../telemetry/trace';
import { errorToPlain, isError, toLoggable } from './plain';

export interface LogSettings {
  name: string;
  level: string;
  /** Standard output by default. */
  destination?: DestinationStream;
  /** Converts what is logged to plain data without secrets; replaced in a test. */
  plain?: (value: unknown) => unknown;
}

/**
 * One JSON line per entry on standard output, with its trace and without secrets or personal data. Arguments are first
 * converted to bounded plain data. A call never throws: a line that cannot be written is replaced by `log.failed`.
 */
export function createLogger({ name, level, destination, plain = toLoggable }: LogSettings): Logger {
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

/** A child logger serialises its fields when it is created: they are converted here. */
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
    return undefined; // It cannot be reported: the log itself does not work.
  }
}

/** Converts pino's argument forms: fields and a message, an error alone, or a message alone. */
function plainArguments(args: readonly unknown[], plain: (value: unknown) => unknown): unknown[] {
  const [first, ...rest] = args;
  if (isError(first)) {
    const err = errorToPlain(first);
    return rest.length === 0 ? [{ err }, err.message] : [{ err }, ...rest.map(plain)];
  }
  const fields = plain(first);
  // A message alone stays a string; anything else becomes fields.
  if (typeof fields === 'string' && typeof first !== 'string') return [{ value: fields }, ...rest.map(plain)];
  return [fields, ...rest.map(plain)];
}

const eventOf = (args: readonly unknown[]): string | undefined =>
  args.find((value): value is string => typeof value === 'string')?.slice(0, 200);
