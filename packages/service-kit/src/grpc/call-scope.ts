import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerUnaryCall } from '@grpc/grpc-js';

/** The call being served, so that calls made on its behalf inherit its deadline and its cancellation. */
export const callScope = new AsyncLocalStorage<ServerUnaryCall<unknown, unknown>>();
