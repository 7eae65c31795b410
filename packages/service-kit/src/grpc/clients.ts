import {
  Client,
  credentials,
  Metadata,
  propagate,
  status,
  type CallOptions,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { currentTrace } from '../telemetry/trace';
import { callScope } from './call-scope';
import { signCall, timeOf, type ServiceCredentials } from './credentials';
import { peerOf, serviceConfigOf, toGrpcJs } from './definition';
import { PeerClocks, REPORTED_SKEW_MS } from './peer-clocks';
import { fromStatus } from './problem-status';
import type { CallSettings, ClientDefs, GrpcClients, GrpcServiceDef, RpcClient } from './types';

const DEFAULT_DEADLINE_MS = 3_000;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** Settings with which a process calls its peers. */
export interface CallerSettings {
  credentials: ServiceCredentials;
  /** The peer, where the definition does not name it: several services serve the same one. */
  peer?: string;
  /** Offsets of the peers' clocks; shared by the clients of a process. */
  clocks?: PeerClocks;
}

export interface ClientSettings extends CallerSettings {
  /** `host:port` of a peer. */
  addressOf: (peer: string) => string;
}

/** A peer's service as promises. */
export function openClient<D extends GrpcServiceDef>(
  definition: D,
  address: string,
  settings: CallerSettings,
): { client: RpcClient<D>; close: () => void } {
  const { credentials: own, clocks = new PeerClocks() } = settings;
  const peer = settings.peer ?? peerOf(definition);
  const channel = new Client(address, credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify(serviceConfigOf(definition)),
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.initial_reconnect_backoff_ms': 200,
    'grpc.max_reconnect_backoff_ms': 2_000,
  });

  function attempt(method: Method, message: Buffer, options: CallOptions): Promise<Outcome> {
    const sentAt = clocks.now();
    const metadata = new Metadata();
    const signed = { caller: own.name, callee: peer, path: method.path, time: clocks.timeAt(peer), message };
    signCall(metadata, signed, own.key);
    const traceparent = currentTrace()?.traceparent;
    if (traceparent) metadata.set('traceparent', traceparent);
    return new Promise((resolve) => {
      const { path, responseDeserialize } = method;
      const call = channel.makeUnaryRequest(
        path,
        (bytes: Buffer) => bytes,
        responseDeserialize,
        message,
        metadata,
        options,
        (error, response) => resolve({ error, response, isClockWrong: error !== null && learn(error) }),
      );
      call.on('status', ({ code, metadata: trailer }) => {
        if (code === status.OK) note(trailer, sentAt);
      });
      const learn = (error: ServiceError) =>
        note(error.metadata, sentAt) && error.code === status.UNAUTHENTICATED;
    });
  }
  /** True when the peer's clock differs from the time that the call was signed with. */
  function note(metadata: Metadata | undefined, sentAt: number): boolean {
    const theirs = timeOf(metadata);
    return theirs !== null && clocks.observe(peer, theirs, sentAt, REPORTED_SKEW_MS);
  }

  const methods = Object.entries(toGrpcJs(definition)).map(([name, method]) => {
    const call = async (
      request: unknown,
      { deadlineMs = DEFAULT_DEADLINE_MS }: CallSettings = {},
    ): Promise<unknown> => {
      const parent = callScope.getStore();
      const options: CallOptions = {
        deadline: new Date(Date.now() + deadlineMs),
        ...(parent && { parent, propagate_flags: propagate.DEADLINE | propagate.CANCELLATION }),
      };
      const message = method.requestSerialize(request);
      let outcome = await attempt(method, message, options);
      // The peer refused before it read the message, so nothing was done: retry once with the peer's time.
      if (outcome.isClockWrong) outcome = await attempt(method, message, options);
      if (outcome.error) throw fromStatus(outcome.error);
      return outcome.response;
    };
    return [name, call] as const;
  });
  return { client: Object.fromEntries(methods) as unknown as RpcClient<D>, close: () => channel.close() };
}

type Method = ServiceDefinition[string];
interface Outcome {
  error: ServiceError | null;
  response: unknown;
  isClockWrong: boolean;
}

export interface OpenedClients {
  clients: GrpcClients;
  close: () => void;
}

/** The clients that a manifest lists; using another one throws. */
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
      if (!client) throw new Error(`${settings.credentials.name} does not list "${name}" under its clients`);
      return client;
    },
  });
  return { clients, close: () => opened.forEach(({ close }) => close()) };
}
