import { ProxyTracerProvider, trace } from '@opentelemetry/api';

/** Sends buffered telemetry; does nothing when telemetry is off. */
export async function flushTelemetry(): Promise<void> {
  const provider = trace.getTracerProvider();
  const delegate: unknown = provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider;
  await (delegate as { forceFlush?: () => Promise<void> }).forceFlush?.();
}
