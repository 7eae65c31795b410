import type { ServiceName } from '@coulisse/contracts';
import type { Metadata } from '@grpc/grpc-js';
import type { ServiceContext } from '../service/context';
import type { GrpcJsServiceDef, GrpcServiceDef, MethodsOf, RequestOf, ResponseOf } from './types';

/** What a handler receives beside the request. */
export interface RpcCall {
  metadata: Metadata;
  /** Aborted when the caller disconnected or its deadline passed. */
  signal: AbortSignal;
  deadline: Date | null;
  /** The calling service, or the gateway. */
  caller: PartName;
}

export type PartName = ServiceName | 'gateway';

/** Who may call each method. There is no default: a method without callers does not compile. */
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
