import type { CalledServices } from '@coulisse/contracts';

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

/** A service in ts-proto's generic definitions (`PaymentServiceDefinition`): names, types and idempotency. */
export interface GrpcServiceDef {
  name: string;
  /** Such as `coulisse.payments.v1.PaymentService`; its second word is the peer. */
  fullName: string;
  methods: Record<string, GrpcMethodDef>;
}

/** A service in ts-proto's grpc-js output (`PaymentServiceService`). */
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

export type RequestOf<M> = M extends { requestType: { decode(input: never): infer R } }
  ? R
  : M extends { requestDeserialize: (bytes: never) => infer R }
    ? R
    : never;
export type ResponseOf<M> = M extends { responseType: { decode(input: never): infer R } }
  ? R
  : M extends { responseDeserialize: (bytes: never) => infer R }
    ? R
    : never;
export type MethodsOf<D> = D extends { methods: infer M } ? M : D;

export interface CallSettings {
  /** Timeout of the whole call, retries included; 3 s by default, never more than the caller's remaining deadline. */
  deadlineMs?: number;
}

/** A peer's methods as promises; a refused call rejects with a `Problem`. */
export type RpcClient<D extends GrpcServiceDef> = {
  [M in keyof D['methods']]: (
    request: RequestOf<D['methods'][M]>,
    settings?: CallSettings,
  ) => Promise<ResponseOf<D['methods'][M]>>;
};

/** Every service that can be called. Using one that the manifest does not list under `clients` throws. */
export type GrpcClients = { [N in keyof CalledServices]: RpcClient<CalledServices[N]> };

/** Wiring of clients: `clients: { payments: paymentsV1.PaymentServiceDefinition }`. */
export type ClientDefs = { [K in keyof GrpcClients]?: GrpcServiceDef };
