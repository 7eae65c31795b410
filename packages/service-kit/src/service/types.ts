import type { Language, ServiceName, Topic, identityV1 } from '@coulisse/contracts';
import type { ResourceDefinition } from '@coulisse/resource';
import type { Container, ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import type { ConfigShape, StandardConfig } from '../config/config';
import type { Database } from '../database/types';
import type { Consumer } from '../events/types';
import type { ClientDefs, GrpcClients, Rpc } from '../grpc/types';
import type { Route } from '../http/types';
import type { ComputedColumns, ResourceCommands } from '../kernel-port';
import type { Bus } from '../messaging/types';
import type { HealthCheck } from './health';
import type { RetentionDays } from './retention';

/** What every handler is given: the running parts of its service. */
export interface ServiceContext {
  readonly name: ServiceName;
  /** Standard settings; a service's own come typed from `settings(ctx, shape)`. */
  readonly config: StandardConfig & Readonly<Record<string, unknown>>;
  readonly db: Database;
  readonly log: Logger;
  readonly clients: GrpcClients;
  /** Filled by the manifest's `bind` only. */
  readonly container: Container;
  readonly bus: Bus;
  /** A thing that `bind` bound. */
  get<T>(token: ServiceIdentifier<T>): T;
}

/** Texts of a service's resources and fields: flat keys. */
export type Locales = Record<Language, Readonly<Record<string, string>>>;

/** A service, whole: the table of contents that `src/service.ts` is. */
export interface Manifest {
  name: ServiceName;
  /** Environment variables beside the standard ones. */
  config?: ConfigShape;
  resources?: readonly ResourceDefinition[];
  /** Operations of resources that are replaced by a command of the same signature. */
  commands?: ResourceCommands;
  /** Columns of resources that the database computes. */
  computed?: ComputedColumns;
  /** `src/locales/{fr,en}.json`. */
  locales?: Locales;
  routes?: readonly Route[];
  rpc?: readonly Rpc[];
  consumers?: readonly Consumer[];
  clients?: ClientDefs;
  /** Topics that it writes; writing another one throws. */
  publishes?: readonly Topic[];
  /** Bindings of ports to adapters; the only place where the container is written. */
  bind?: (container: Container, ctx: ServiceContext) => void;
  /** What else health tells of; a part without `isEssential` degrades the service when it is away. */
  checks?: (ctx: ServiceContext) => readonly HealthCheck[];
  /** Background work, started last; answers how to stop it. */
  start?: (ctx: ServiceContext) => Promise<() => Promise<void>>;
  /** Changes to what `/_resources` says of a resource, by name. */
  descriptorOverrides?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Days for which rows of the kit's tables stay, where they are not the kit's own. */
  retention?: Partial<RetentionDays>;
  /** Who a staff token belongs to; identity alone answers that by itself, others ask it. */
  resolveActor?: (
    request: identityV1.ResolveActorRequest,
    ctx: ServiceContext,
  ) => Promise<identityV1.ResolveActorResponse>;
}

export interface Service {
  readonly manifest: Manifest;
}

/** A service that runs. */
export interface Running {
  readonly ctx: ServiceContext;
  readonly httpPort: number;
  readonly grpcPort: number;
  /** Drains and stops everything; safe to call twice. */
  stop(): Promise<void>;
}
