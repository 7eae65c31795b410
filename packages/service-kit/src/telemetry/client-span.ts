import { SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';
import { errorType } from './error-type';

const tracer = trace.getTracer('@coulisse/service-kit');

/** A call to an external system whose library no instrumentation covers. `failureOf` names a refusal that is no exception. */
export const inClientSpan = <R>(
  name: string,
  attributes: Attributes,
  work: () => Promise<R>,
  failureOf: (result: R) => string | undefined = () => undefined,
): Promise<R> =>
  tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const fail = (type: string) =>
      span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
    try {
      const result = await work();
      const failure = failureOf(result);
      if (failure !== undefined) fail(failure);
      return result;
    } catch (error) {
      fail(errorType(error));
      throw error;
    } finally {
      span.end();
    }
  });
