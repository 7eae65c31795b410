import type {
  BaseRole,
  DeclaredRight,
  DefaultGrant,
  RightsDeclaration,
  Scope,
  ServiceName,
  Topic,
  identityV1,
} from '@coulisse/contracts';
import type { Container } from 'inversify';
import type { ConfigShape } from '../config/config';
import type { BatchConsumer } from '../events/batch-consumer';
import type { Consumer } from '../events/types';
import type { Rpc } from '../grpc/handler-types';
import type { ClientDefs } from '../grpc/types';
import type { OpenApiTag } from '../http/openapi';
import type { Route } from '../http/types';
import type { ServiceContext } from './context';
import type { HealthCheck } from './health';
import type { RetentionDays, RetentionRule } from './retention';

/** Work that a module does beside requests, until the service stops. */
export interface BackgroundWork {
  start(): void;
  /** Resolves when the work has ended. */
  stop(): Promise<void>;
}
/** What a module adds to a starting service. */
export interface MountedModule {
  routes?: readonly Route[];
  /** Headings of the OpenAPI document. */
  tags?: readonly OpenApiTag[];
  background?: readonly BackgroundWork[];
  /** Rights of its routes, and which roles have them by default. */
  grants?: readonly DefaultGrant[];
  /** Those of its rights that a tenant may grant, in words. */
  rights?: readonly DeclaredRight[];
  /** When rows of the module's tables are deleted. */
  retention?: readonly RetentionRule[];
}
/** A module that adds routes and background work; called once, before the service listens. */
export type ServiceModule = (ctx: ServiceContext) => MountedModule;

/** Parts of a service that are built with their ports; they are added to those that its manifest lists. */
export interface ComposedParts {
  modules?: readonly ServiceModule[];
  routes?: readonly Route[];
  rpc?: readonly Rpc[];
  consumers?: readonly Consumer[];
}

/**
 * Builds the parts of a service that need a port, once, after `bind` and before the service listens. It only passes
 * references on: a test calls it with a container whose bindings are empty objects.
 */
export type Compose<P extends ComposedParts = ComposedParts> = (
  container: Container,
  ctx: ServiceContext,
) => P;

type TextsByKey = Readonly<Record<string, string>>;
/** Texts by key, in both languages. */
export interface RightTexts {
  readonly fr: TextsByKey;
  readonly en: TextsByKey;
}

/** Declares everything of a service; written in `src/service.ts`. */
export interface Manifest {
  name: ServiceName;
  /** Environment variables beside the standard ones. */
  config?: ConfigShape;
  /** Modules that add routes and background work, such as the resources. */
  modules?: readonly ServiceModule[];
  routes?: readonly Route[];
  rpc?: readonly Rpc[];
  consumers?: readonly Consumer[];
  /** Consumers of read models, which handle many messages in one call. */
  batchConsumers?: readonly BatchConsumer[];
  clients?: ClientDefs;
  /** Services to whose records those of this one refer: they are asked whether a record exists. */
  refersTo?: readonly ServiceName[];
  /** Topics that it publishes to; publishing to another one throws. */
  publishes?: readonly Topic[];
  /** Pause between two portions of its events, in ms; longer than usual where nobody waits for them. */
  publishEveryMs?: number;
  /** Whether its statements use an index wherever one serves, because its tables grow faster than their statistics. */
  readsByIndex?: boolean;
  /** Whether statements of its transactions are planned once a connection and not for their values: many short ones, by key. */
  plansOnce?: boolean;
  /** Binds ports to adapters and features to their ports; nothing else writes to the container. */
  bind?: (container: Container, ctx: ServiceContext) => void;
  compose?: Compose;
  /** Further health checks; a part without `isEssential` degrades the service when it is down. */
  checks?: (ctx: ServiceContext, container: Container) => readonly HealthCheck[];
  /** Starts background work, last; returns a function that stops it. */
  start?: (ctx: ServiceContext, container: Container) => Promise<() => Promise<void>>;
  /** Rights of the service's own routes, and which roles have them by default: `{ 'ticketing.reception.read': … }`. */
  grants?: Readonly<Record<string, Readonly<Partial<Record<BaseRole, Scope>>>>>;
  /**
   * What the rights in `grants` are called: `ticketing.reception`, what they are about, and `ticketing.reception.scan`,
   * what one allows that is no common action.
   */
  rightTexts?: RightTexts;
  /** Stores the rights of every service; only identity implements it, other services call identity. */
  declareGrants?: (declaration: RightsDeclaration, ctx: ServiceContext) => Promise<void>;
  /** A page of the tenants after an id; only identity implements it, other services call identity. */
  listTenants?: (after: string, ctx: ServiceContext) => Promise<readonly identityV1.TenantParameters[]>;
  /** Days for which rows of the kit's tables are kept, where they differ from the kit's defaults. */
  retention?: Partial<RetentionDays>;
  /** Resolves a staff token to its user; only identity implements it, other services call identity. */
  resolveActor?: (
    request: identityV1.ResolveActorRequest,
    ctx: ServiceContext,
  ) => Promise<identityV1.ResolveActorResponse>;
}

export interface Service {
  readonly manifest: Manifest;
}

/** A running service. */
export interface Running {
  readonly ctx: ServiceContext;
  /** The bindings of the manifest, for tests that replace an adapter's method or call a feature. */
  readonly container: Container;
  readonly httpPort: number;
  readonly grpcPort: number;
  /** Drains and stops everything; safe to call twice. */
  stop(): Promise<void>;
}
