import type {
  documentFilesV1,
  documentsV1,
  identityV1,
  paymentsV1,
  publicAccountV1,
  ticketingV1,
} from '@coulisse/contracts';
import type { ServiceName } from '@coulisse/contracts';
import type { Metadata } from '@grpc/grpc-js';
import type { ServiceContext } from '../service/types';

interface MessageType {
  encode(message: never): { finish(): Uint8Array };
  decode(input: Uint8Array): unknown;
}

/** A method of a ts-proto generic definition. */
export interface GrpcMethodDef {
  name: string;
  requestType: MessageType;
  requestStream: boolean;
  responseType: MessageType;
  responseStream: boolean;
  options: { idempotencyLevel?: 'IDEMPOTENT' | 'NO_SIDE_EFFECTS' };
}

/** A service as ts-proto's generic definitions give it (`PaymentServiceDefinition`): names, types and idempotency. */
export interface GrpcServiceDef {
  name: string;
  /** Such as `coulisse.payments.v1.PaymentService`; its second word is the peer. */
  fullName: string;
  methods: Record<string, GrpcMethodDef>;
}

/** A service as ts-proto's grpc-js output gives it (`PaymentServiceService`). */
export type GrpcJsServiceDef = Record<
  string,
  {
    path: string;
    requestStream: boolean;
    responseStream: boolean;
    requestSerialize: (value: never) => Buffer;
    requestDeserialize: (bytes: Buffer) => unknown;
    responseSerialize: (value: never) => Buffer;
    responseDeserialize: (bytes: Buffer) => unknown;
  }
>;

type RequestOf<M> = M extends { requestType: { decode(input: never): infer R } }
  ? R
  : M extends { requestDeserialize: (bytes: never) => infer R }
    ? R
    : never;
type ResponseOf<M> = M extends { responseType: { decode(input: never): infer R } }
  ? R
  : M extends { responseDeserialize: (bytes: never) => infer R }
    ? R
    : never;
type MethodsOf<D> = D extends { methods: infer M } ? M : D;

/** What a handler knows about the call beside the request. */
export interface RpcCall {
  metadata: Metadata;
  /** Fires when the caller went away or its deadline passed. */
  signal: AbortSignal;
  deadline: Date | null;
  /** Part that calls. */
  caller: PartName;
}

export type PartName = ServiceName | 'gateway';

/** Who may call each method. There is no default: a method that does not say it does not compile. */
export type RpcCallers<D> = { [M in keyof MethodsOf<D>]: readonly PartName[] };

export type RpcHandlers<D> = {
  [M in keyof MethodsOf<D>]: (
    request: RequestOf<MethodsOf<D>[M]>,
    ctx: ServiceContext,
    call: RpcCall,
  ) => Promise<ResponseOf<MethodsOf<D>[M]>>;
};

/** A served gRPC service; its types were checked where it was declared. */
export interface Rpc {
  definition: GrpcServiceDef | GrpcJsServiceDef;
  handlers: Readonly<
    Record<string, (request: never, ctx: ServiceContext, call: RpcCall) => Promise<unknown>>
  >;
  callers: Readonly<Record<string, readonly PartName[]>>;
}

export interface CallSettings {
  /** Time that the whole call may take, retries included; 3 s unless told, never more than the caller has left. */
  deadlineMs?: number;
}

/** A peer's methods as promises; what it refuses comes out as a `Problem`. */
export type RpcClient<D extends GrpcServiceDef> = {
  [M in keyof D['methods']]: (
    request: RequestOf<D['methods'][M]>,
    settings?: CallSettings,
  ) => Promise<ResponseOf<D['methods'][M]>>;
};

/** Every service that can be called. One that the manifest does not list under `clients` throws when it is used. */
export interface GrpcClients {
  identity: RpcClient<identityV1.AccessServiceDefinition>;
  publicAccounts: RpcClient<publicAccountV1.PublicAccountServiceDefinition>;
  payments: RpcClient<paymentsV1.PaymentServiceDefinition>;
  ticketing: RpcClient<ticketingV1.ReservationServiceDefinition>;
  documents: RpcClient<documentsV1.DocumentServiceDefinition>;
  files: RpcClient<documentFilesV1.FileServiceDefinition>;
}

/** Wiring of clients: `clients: { payments: paymentsV1.PaymentServiceDefinition }`. */
export type ClientDefs = { [K in keyof GrpcClients]?: GrpcServiceDef };
