/**
 * Telemetry, loaded before anything else: `node --require ./dist/telemetry.js dist/main.js`. It must come first, because
 * it wraps http, undici, express, gRPC, pg, kafkajs and pino as they are loaded. Without an exporter address it does nothing.
 */
import { createRequire } from 'node:module';
import type * as expressModule from '@opentelemetry/instrumentation-express';
import type * as grpcModule from '@opentelemetry/instrumentation-grpc';
import type * as httpModule from '@opentelemetry/instrumentation-http';
import type * as kafkaModule from '@opentelemetry/instrumentation-kafkajs';
import type * as pgModule from '@opentelemetry/instrumentation-pg';
import type * as pinoModule from '@opentelemetry/instrumentation-pino';
import type * as runtimeModule from '@opentelemetry/instrumentation-runtime-node';
import type * as undiciModule from '@opentelemetry/instrumentation-undici';
import type * as sdkModule from '@opentelemetry/sdk-node';

// Loaded only if telemetry is on, because the SDK takes 20 MB. Synchronous: modules loaded before it are not wrapped.
const load = createRequire(__filename);

function start(): void {
  const { NodeSDK } = load('@opentelemetry/sdk-node') as typeof sdkModule;
  const { env } = process;
  env.OTEL_SEMCONV_STABILITY_OPT_IN ??= 'http,database';
  env.OTEL_METRICS_EXPORTER ??= env.OTEL_EXPORTER_OTLP_ENDPOINT ? 'otlp' : 'none';
  env.OTEL_LOGS_EXPORTER ??= 'none';
  // Not the process: its command and its owner tell about a machine and a person, and nothing about the service.
  env.OTEL_NODE_RESOURCE_DETECTORS ??= 'env,host,serviceinstance';
  new NodeSDK({ instrumentations: instrumentations() }).start();
}

/**
 * What HTTP spans leave out: a query may hold what a person typed or what a bank signed, an address or an agent identifies
 * a person. The collector removes them again.
 */
const PERSONAL = {
  'url.query': undefined,
  'client.address': undefined,
  'network.peer.address': undefined,
  'network.peer.port': undefined,
  'user_agent.original': undefined,
};
const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0]!;

function instrumentations() {
  const { HttpInstrumentation } = load('@opentelemetry/instrumentation-http') as typeof httpModule;
  const { ExpressInstrumentation, ExpressLayerType } = load(
    '@opentelemetry/instrumentation-express',
  ) as typeof expressModule;
  const { GrpcInstrumentation } = load('@opentelemetry/instrumentation-grpc') as typeof grpcModule;
  const { PgInstrumentation } = load('@opentelemetry/instrumentation-pg') as typeof pgModule;
  const { KafkaJsInstrumentation } = load('@opentelemetry/instrumentation-kafkajs') as typeof kafkaModule;
  const { PinoInstrumentation } = load('@opentelemetry/instrumentation-pino') as typeof pinoModule;
  const { UndiciInstrumentation } = load('@opentelemetry/instrumentation-undici') as typeof undiciModule;
  const { RuntimeNodeInstrumentation } = load(
    '@opentelemetry/instrumentation-runtime-node',
  ) as typeof runtimeModule;
  return [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: ({ url }) => url?.startsWith('/health/') ?? false,
      startIncomingSpanHook: () => PERSONAL,
      // The client of a storage brings its own HTTP, and calls by http instead of undici.
      startOutgoingSpanHook: () => PERSONAL,
      requestHook: (span, request) => {
        if (!('getHeader' in request)) return;
        const host = String(request.getHeader('host') ?? request.host);
        span.setAttribute('url.full', withoutQuery(`${request.protocol}//${host}${request.path}`));
      },
    }),
    new UndiciInstrumentation({
      requireParentforSpans: true,
      // Requests that the gateway forwards carry its span already: a second header would break the trace.
      ignoreRequestHook: ({ headers }) =>
        Array.isArray(headers) ? headers.includes('traceparent') : String(headers).includes('traceparent:'),
      startSpanHook: ({ origin, path }) => ({
        'url.query': undefined,
        'user_agent.original': undefined,
        'url.full': withoutQuery(`${origin}${path}`),
      }),
    }),
    new RuntimeNodeInstrumentation(),
    new ExpressInstrumentation({ ignoreLayersType: [ExpressLayerType.MIDDLEWARE] }),
    new GrpcInstrumentation({ ignoreGrpcMethods: ['Check', 'Watch'] }),
    // Only inside a request or a message: the relay's polling would fill the traces.
    new PgInstrumentation({ requireParentSpan: true }),
    new KafkaJsInstrumentation(),
    new PinoInstrumentation({ disableLogSending: true }),
  ];
}

const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER, OTEL_SDK_DISABLED } = process.env;
const hasTarget = OTEL_EXPORTER_OTLP_ENDPOINT || (OTEL_TRACES_EXPORTER && OTEL_TRACES_EXPORTER !== 'none');
if (hasTarget && OTEL_SDK_DISABLED !== 'true') start();
