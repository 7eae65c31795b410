import { Client, credentials, Metadata, propagate, type CallOptions, type ServiceError } from '@grpc/grpc-js';
import { currentTrace } from '../telemetry/trace';
import { callScope } from './call-scope';
import { peerOf, serviceConfigOf, toGrpcJs } from './definition';
import { fromStatus } from './problem-status';
import { sign } from './service-signature';
import type { CallSettings, ClientDefs, GrpcClients, GrpcServiceDef, RpcClient } from './types';

const DEFAULT_DEADLINE_MS = 3_000;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

export interface ClientSettings {
  /** Name of the calling service. */
  service: string;
  secret: string | undefined;
  /** `host:port` of a peer. */
  addressOf: (peer: string) => string;
}

/** A peer's service as promises. */
export function openClient<D extends GrpcServiceDef>(
  definition: D,
  address: string,
  { service, secret }: Pick<ClientSettings, 'service' | 'secret'>,
): { client: RpcClient<D>; close: () => void } {
  const channel = new Client(address, credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify(serviceConfigOf(definition)),
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.initial_reconnect_backoff_ms': 200,
    'grpc.max_reconnect_backoff_ms': 2_000,
  });
  const methods = Object.entries(toGrpcJs(definition)).map(([name, method]) => {
    const call = (
      request: unknown,
      { deadlineMs = DEFAULT_DEADLINE_MS }: CallSettings = {},
    ): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const parent = callScope.getStore();
        const options: CallOptions = {
          deadline: new Date(Date.now() + deadlineMs),
          ...(parent && { parent, propagate_flags: propagate.DEADLINE | propagate.CANCELLATION }),
        };
        const done = (error: ServiceError | null, response?: unknown) =>
          error ? reject(fromStatus(error)) : resolve(response);
        const metadata = callMetadata(service, method.path, secret);
        channel.makeUnaryRequest(
          method.path,
          method.requestSerialize,
          method.responseDeserialize,
          request,
          metadata,
          options,
          done,
        );
      });
    return [name, call] as const;
  });
  return { client: Object.fromEntries(methods) as unknown as RpcClient<D>, close: () => channel.close() };
}

function callMetadata(service: string, path: string, secret: string | undefined): Metadata {
  const metadata = new Metadata();
  sign(metadata, service, path, secret);
  const traceparent = currentTrace()?.traceparent;
  if (traceparent) metadata.set('traceparent', traceparent);
  return metadata;
}

export interface OpenedClients {
  clients: GrpcClients;
  close: () => void;
}

/** The clients that a manifest lists; using one that it does not list says so. */
export function openClients(definitions: ClientDefs, settings: ClientSettings): OpenedClients {
  const opened = Object.entries(definitions).map(([name, definition]) => ({
    name,
    ...openClient(definition, settings.addressOf(peerOf(definition)), settings),
  }));
  const byName = new Map<string, unknown>(opened.map(({ name, client }) => [name, client]));
  const clients = new Proxy({} as GrpcClients, {
    has: (_target, name) => byName.has(String(name)),
    get(_target, name) {
      if (typeof name !== 'string') return undefined;
      const client = byName.get(name);
      if (!client) throw new Error(`${settings.service} does not list "${name}" under its clients`);
      return client;
    },
  });
  return { clients, close: () => opened.forEach(({ close }) => close()) };
}
