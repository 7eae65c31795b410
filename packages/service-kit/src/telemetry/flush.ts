import { metrics, ProxyTracerProvider, trace } from '@opentelemetry/api';

interface Flushing {
  forceFlush?: () => Promise<void>;
}

/** Sends buffered telemetry; does nothing when telemetry is off. */
export async function flushTelemetry(): Promise<void> {
  const provider = trace.getTracerProvider();
  const delegate: unknown = provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider;
  await (delegate as Flushing).forceFlush?.();
  await (metrics.getMeterProvider() as Flushing).forceFlush?.();
}
