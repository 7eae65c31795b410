import type { ServiceDefinition } from '@grpc/grpc-js';
import type { GrpcJsServiceDef, GrpcServiceDef } from './types';

const isGeneric = (definition: GrpcServiceDef | GrpcJsServiceDef): definition is GrpcServiceDef =>
  typeof (definition as { fullName?: unknown }).fullName === 'string';

/** The form that grpc-js serves and calls, from either output of ts-proto. */
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

/** A method on the wire: what it is called with is bytes, read only once it is known who sent them. */
export const withRawRequests = (definition: ServiceDefinition): ServiceDefinition =>
  Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [
      name,
      { ...method, requestDeserialize: (bytes: Buffer) => bytes },
    ]),
  );

/** The part that serves a definition: `coulisse.payments.v1.PaymentService` is served by payments. */
export function peerOf(definition: GrpcServiceDef): string {
  const peer = definition.fullName.split('.')[1];
  if (!peer) throw new Error(`${definition.fullName} does not name its service`);
  return peer;
}

/**
 * Retry and time limit of each method, as gRPC's service config: only what the proto declares idempotent is tried again,
 * and only when the peer is away. Times are objects: grpc-js reads a string such as `"0.300s"` as nanoseconds.
 */
export function serviceConfigOf(definition: GrpcServiceDef): object {
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: Object.values(definition.methods).map((method) => ({
      name: [{ service: definition.fullName, method: method.name }],
      timeout: { seconds: 10, nanos: 0 },
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
