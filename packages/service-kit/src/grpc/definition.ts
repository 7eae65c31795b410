import type { ServiceDefinition } from '@grpc/grpc-js';
import type { GrpcJsServiceDef, GrpcServiceDef } from './types';

const isGeneric = (definition: GrpcServiceDef | GrpcJsServiceDef): definition is GrpcServiceDef =>
  typeof (definition as { fullName?: unknown }).fullName === 'string';

/** Converts either output of ts-proto to the form that grpc-js serves and calls. */
export function toGrpcJs(definition: GrpcServiceDef | GrpcJsServiceDef): ServiceDefinition {
  if (!isGeneric(definition)) return definition as unknown as ServiceDefinition;
  return Object.fromEntries(
    Object.entries(definition.methods).map(([key, method]) => [
      key,
      {
        path: `/${definition.fullName}/${method.name}`,
        requestStream: false,
        responseStream: false,
        requestSerialize: (value: unknown) => Buffer.from(method.requestType.encode(value as never).finish()),
        requestDeserialize: (bytes: Buffer) => method.requestType.decode(bytes),
        responseSerialize: (value: unknown) =>
          Buffer.from(method.responseType.encode(value as never).finish()),
        responseDeserialize: (bytes: Buffer) => method.responseType.decode(bytes),
      },
    ]),
  );
}

/** Leaves requests as bytes, so that they are decoded only after the caller is verified. */
export const withRawRequests = (definition: ServiceDefinition): ServiceDefinition =>
  Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [
      name,
      { ...method, requestDeserialize: (bytes: Buffer) => bytes },
    ]),
  );

/** The service that serves a definition: `coulisse.payments.v1.PaymentService` is served by payments. */
export function peerOf(definition: GrpcServiceDef): string {
  const peer = definition.fullName.split('.')[1];
  if (!peer) throw new Error(`${definition.fullName} does not name its service`);
  return peer;
}

/**
 * Retry policy of each method, as gRPC's service config: only methods that the proto declares idempotent are retried, and
 * only when the peer is unavailable. No timeout: it would end calls before the deadline that each caller sets.
 */
export function serviceConfigOf(definition: GrpcServiceDef): object {
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: Object.values(definition.methods).map((method) => ({
      name: [{ service: definition.fullName, method: method.name }],
      ...(method.options.idempotencyLevel && {
        retryPolicy: {
          maxAttempts: 3,
          initialBackoff: '0.1s',
          maxBackoff: '1s',
          backoffMultiplier: 2,
          retryableStatusCodes: ['UNAVAILABLE'],
        },
      }),
    })),
  };
}
