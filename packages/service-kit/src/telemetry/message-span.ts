import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Link,
} from '@opentelemetry/api';
import type { ReceivedMessage } from '../messaging/types';
import { errorType } from './error-type';
import { secondsSince } from './instruments';
import { eventAge, processing } from './messaging-metrics';
import { withTrace } from './trace';

const tracer = trace.getTracer('@coulisse/service-kit');

interface StoredSpan {
  name: string;
  /** Internal by default. */
  kind?: SpanKind;
  attributes: Attributes;
  /** `traceparent` that was stored when the work was ordered. */
  traceparent: string | undefined;
}

/**
 * Runs work in the trace of the request that ordered it, whose `traceparent` was stored. What caused the work now (a
 * fetch from the broker, a call of the bank) has a trace of its own, and is linked.
 */
export function inStoredTrace<R>(
  { name, kind = SpanKind.INTERNAL, attributes, traceparent }: StoredSpan,
  work: () => Promise<R>,
): Promise<R> {
  const parent = propagation.extract(ROOT_CONTEXT, traceparent ? { traceparent } : {});
  const cause = trace.getSpanContext(context.active());
  const links: Link[] = cause ? [{ context: cause }] : [];
  return withTrace(traceparent, () =>
    tracer.startActiveSpan(name, { kind, attributes, links }, parent, async (span) => {
      try {
        return await work();
      } catch (error) {
        span.setAttribute('error.type', errorType(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    }),
  );
}

/** Runs the handler of a message in the trace of the request that wrote the event: one trace covers a whole sale. */
export async function inMessageSpan<R>(
  group: string,
  message: ReceivedMessage,
  work: () => Promise<R>,
): Promise<R> {
  const { topic, headers } = message;
  const attributes = {
    'messaging.system': 'kafka',
    'messaging.operation.type': 'process',
    'messaging.destination.name': topic,
    'messaging.consumer.group.name': group,
    'messaging.message.id': headers.ce_id ?? '',
  };
  const traceparent = headers.ce_traceparent ?? headers.traceparent;
  return inStoredTrace({ name: `process ${topic}`, kind: SpanKind.CONSUMER, attributes, traceparent }, () =>
    processing() ? measured(group, message, work) : work(),
  );
}

async function measured<R>(
  group: string,
  { topic, headers }: ReceivedMessage,
  work: () => Promise<R>,
): Promise<R> {
  const start = performance.now();
  const labels = { 'messaging.destination.name': topic, 'messaging.consumer.group.name': group };
  try {
    const result = await work();
    processing()?.record(secondsSince(start), labels);
    const age = (Date.now() - Date.parse(headers.ce_time ?? '')) / 1_000;
    if (Number.isFinite(age)) eventAge()?.record(Math.max(0, age), labels);
    return result;
  } catch (error) {
    processing()?.record(secondsSince(start), { ...labels, 'error.type': errorType(error) });
    throw error;
  }
}
