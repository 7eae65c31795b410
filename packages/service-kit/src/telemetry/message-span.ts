import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReceivedMessage } from '../messaging/types';
import { withTrace } from './trace';

const tracer = trace.getTracer('@coulisse/service-kit');

/**
 * Runs a handler in the trace of the request that wrote the event, so that one trace covers everything from the request
 * to the last consumer. The fetch from the broker, which has its own trace, is linked.
 */
export async function inMessageSpan<R>(
  group: string,
  message: ReceivedMessage,
  work: () => Promise<R>,
): Promise<R> {
  const traceparent = message.headers.ce_traceparent ?? message.headers.traceparent;
  const parent = propagation.extract(ROOT_CONTEXT, traceparent ? { traceparent } : {});
  const fetched = trace.getSpanContext(context.active());
  const attributes = {
    'messaging.system': 'kafka',
    'messaging.operation.type': 'process',
    'messaging.destination.name': message.topic,
    'messaging.consumer.group.name': group,
    'messaging.message.id': message.headers.ce_id ?? '',
  };
  const options = { kind: SpanKind.CONSUMER, attributes, links: fetched ? [{ context: fetched }] : [] };
  return withTrace(traceparent, () =>
    tracer.startActiveSpan(`process ${message.topic}`, options, parent, async (span) => {
      try {
        return await work();
      } catch (error) {
        span.setStatus({
          code: SpanStatusCode.ERROR,
          message: error instanceof Error ? error.message : String(error),
        });
        throw error;
      } finally {
        span.end();
      }
    }),
  );
}
