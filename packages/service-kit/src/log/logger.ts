import { trace } from '@opentelemetry/api';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { currentTrace } from '../telemetry/trace';

/** Never in a log, wherever they stand in what is logged. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'set-cookie',
  'cart-token',
  'password',
  'email',
  'token',
  'secret',
];
const paths = SECRET_KEYS.flatMap((key) => {
  const quoted = key.includes('-') ? `["${key}"]` : key;
  const at = (prefix: string) => (quoted.startsWith('[') ? `${prefix}${quoted}` : `${prefix}.${quoted}`);
  return [quoted, at('*'), at('*.*'), at('*.*.*')];
});

export interface LogSettings {
  name: string;
  level: string;
  /** Where lines go; standard output unless told. */
  destination?: DestinationStream;
}

/** One JSON line per entry on standard output, with the trace it belongs to and without secrets or personal data. */
export function createLogger({ name, level, destination }: LogSettings): Logger {
  const options: LoggerOptions = {
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: pino.stdSerializers.errWithCause },
    redact: { paths, censor: '[hidden]' },
    mixin() {
      // The instrumentation adds these by itself while telemetry is on.
      if (trace.getActiveSpan()) return {};
      const current = currentTrace();
      return current ? { trace_id: current.traceId } : {};
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
