export { may, publicActor, systemActor, type Actor } from './actor';
export { ActorResolver, type AskIdentity } from './auth/actor-resolver';
export { ExpiringCache } from './auth/expiring-cache';
export { bearerOf, createTokenVerifier, JoseTokenVerifier, realmsOf } from './auth/token-verifier';
export type { KeycloakSettings, RealmSettings, TokenVerifier, VerifiedToken } from './auth/token-verifier';
export { ConfigError, keycloakShape, loadConfig, logShape, settings } from './config/config';
export type { ConfigOf, ConfigShape, Environment, StandardConfig } from './config/config';
export { openPlatformDatabase, type PlatformSettings } from './database/database';
export type { Database, PlatformDatabase, PlatformTx, Sql, SqlResult, Tx } from './database/types';
export { consumer } from './events/consumer';
export { listen, type Listeners } from './events/listen';
export type { Consumer, EventHandlers, EventMeta } from './events/types';
export { openClient, type CallerSettings } from './grpc/clients';
export type { ServiceCredentials } from './grpc/credentials';
export { rpc } from './grpc/rpc';
export type {
  CallSettings,
  GrpcClients,
  GrpcServiceDef,
  PartName,
  Rpc,
  RpcCall,
  RpcClient,
  RpcHandlers,
} from './grpc/types';
export { asListener, errorHandler } from './http/app';
export { isPlainLine, isPlainText, plainDay, plainLine, plainText } from './http/plain-text';
export { Reply, reply, route } from './http/route';
export { HttpServer } from './http/server';
export { sse, type EventStream, type SseSettings } from './http/sse';
export type { Access, Exchange, Handler, Request, Route, RouteSpec } from './http/types';
export { parse } from './http/validation';
export { emission, missingLocaleKeys } from './kernel';
export { startFileRounds } from './kernel/files/file-references';
export type {
  ComputedColumns,
  KernelOptions,
  ResourceCommand,
  ResourceCommands,
  RouteSink,
} from './kernel-port';
export { createLogger, type LogSettings } from './log/logger';
export { KafkaBus, type KafkaBusSettings } from './messaging/kafka-bus';
export { MemoryBus } from './messaging/memory-bus';
export type {
  Bus,
  BusMessage,
  MessageBus,
  ReceivedMessage,
  Subscription,
  SubscriptionOptions,
} from './messaging/types';
export { negotiateLanguage } from './problem/language';
export { Problem, type FieldError, type ProblemOptions } from './problem/problem';
export { problemBody, type ProblemBody } from './problem/problem-body';
export { isTransient, toProblem } from './problem/to-problem';
export { defineService } from './service/define-service';
export { gracefulStop, stopOnSignals, type StopStep } from './service/graceful-stop';
export { Health, type CheckResult, type HealthCheck, type PartState, type Readiness } from './service/health';
export { guardProcess, type ProcessGuard } from './service/process-guard';
export { startRounds } from './service/rounds';
export { runService, type RunOptions } from './service/run-service';
export type { ClientDefs } from './grpc/types';
export type { Locales, Manifest, Running, Service, ServiceContext } from './service/types';
export { currentTrace, withTrace } from './telemetry/trace';
