import type { Rpc, RpcCallers, RpcHandlers } from './handler-types';
import type { GrpcJsServiceDef, GrpcServiceDef } from './types';

/**
 * Declares a served gRPC service, and who may call each of its methods:
 * `rpc(paymentsV1.PaymentServiceService, { startPayment: ['ticketing'] }, { startPayment: async (request, ctx) => … })`.
 */
export const rpc = <D extends GrpcServiceDef | GrpcJsServiceDef>(
  definition: D,
  callers: RpcCallers<D>,
  handlers: RpcHandlers<D>,
): Rpc => ({
  definition,
  callers: callers,
  handlers: handlers,
});
