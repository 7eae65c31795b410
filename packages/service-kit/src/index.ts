export { may, mayAll, scopeOf, systemActor, withAllRights, type Actor } from './actor';
export { ConfigError, loadConfig, settings } from './config/config';
export type { ConfigOf, ConfigShape } from './config/config';
export type { PlatformDatabase, Tx } from './database/types';
export { batchConsumer, readEvents, type ReceivedEvent } from './events/batch-consumer';
export { accountErased, ERASED_ADDRESS, ERASED_NAME } from './events/account-erased';
export { consumer } from './events/consumer';
export { NotTogether, type LockTogether } from './events/types';
export { listen } from './events/listen';
export { openClient } from './grpc/clients';
export { rpc } from './grpc/rpc';
export type { Rpc } from './grpc/handler-types';
export { isPlainLine, plainDay, plainLine, plainText } from './http/plain-text';
export { reply, route } from './http/route';
export { sse, type EventStream } from './http/sse';
export type { Exchange, Request } from './http/types';
export { createLogger } from './log/logger';
export { KafkaBus } from './messaging/kafka-bus';
export { MemoryBus } from './messaging/memory-bus';
export type {
  Bus,
  BusMessage,
  PartitionOffsets,
  ReceivedMessage,
  Subscription,
  SubscriptionOptions,
} from './messaging/types';
export { Problem, type FieldError } from './problem/problem';
export { isTransient } from './problem/to-problem';
export { bindFeature } from './service/bind-feature';
export { defineService } from './service/define-service';
export { retryUntilDone } from './service/retry-until-done';
export { startRounds } from './service/rounds';
export { runService, type RunOptions } from './service/run-service';
export type { ServiceContext } from './service/context';
export type { Compose, ComposedParts, Manifest, Running, Service, ServiceModule } from './service/manifest';
