import { context, createContextKey } from '@opentelemetry/api';

/** Where the instrumentation of HTTP keeps what becomes `http.route`; its key is a registered symbol. */
const RPC_METADATA = createContextKey('OpenTelemetry SDK Context Key RPC_METADATA');

/** Names the route of the request, for its span and its duration. Express does so by itself; other servers call this. */
export function nameRoute(route: string): void {
  const metadata = context.active().getValue(RPC_METADATA) as { route?: string } | undefined;
  if (metadata) metadata.route = route;
}
