import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { context, isSpanContextValid, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';

/** A W3C trace. */
export interface TraceRef {
  traceId: string;
  /** Value of the `traceparent` header. */
  traceparent: string;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/;
const fallback = new AsyncLocalStorage<TraceRef>();

export function parseTraceparent(header: string | undefined): TraceRef | null {
  const match = header ? TRACEPARENT.exec(header) : null;
  return match ? { traceId: match[1]!, traceparent: header! } : null;
}

/** The active span's trace; without telemetry, the trace that `withTrace` set. */
export function currentTrace(): TraceRef | null {
  const span = trace.getSpanContext(context.active());
  if (!span || !isSpanContextValid(span)) return fallback.getStore() ?? null;
  const flags = span.traceFlags.toString(16).padStart(2, '0');
  return { traceId: span.traceId, traceparent: `00-${span.traceId}-${span.spanId}-${flags}` };
}

/** Runs `work` in the trace of a header, or in a new one: logs and problems have a trace id even without telemetry. */
export const withTrace = <R>(header: string | undefined, work: () => R): R =>
  fallback.run(parseTraceparent(header) ?? freshTrace(), work);

/** Runs `work` in a stored trace without a span of its own, so that what it writes belongs to that trace. */
export const continueTrace = <R>(traceparent: string | undefined, work: () => R): R =>
  traceparent
    ? context.with(propagation.extract(ROOT_CONTEXT, { traceparent }), () => withTrace(traceparent, work))
    : work();

/** `randomUUID` caches random bytes: it needs one system call for many ids. */
const hex = () => randomUUID().replaceAll('-', '');
function freshTrace(): TraceRef {
  const traceId = hex();
  return { traceId, traceparent: `00-${traceId}-${hex().slice(16)}-00` };
}
