import type { GrpcJsServiceDef, GrpcServiceDef, Rpc, RpcHandlers } from './types';

/** Declares a served gRPC service: `rpc(paymentsV1.PaymentServiceService, { startPayment: async (request, ctx) => … })`. */
export const rpc = <D extends GrpcServiceDef | GrpcJsServiceDef>(
  definition: D,
  handlers: RpcHandlers<D>,
): Rpc => ({
  definition,
  handlers: handlers as unknown as Rpc['handlers'],
});
