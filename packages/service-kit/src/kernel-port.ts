import type { Language } from '@coulisse/contracts';
import type { ResourceDefinition } from '@coulisse/resource';
import type { Actor } from './actor';
import type { Route } from './http/types';
import type { JobRunner } from './kernel/jobs/job-runner';
import type { Command } from './kernel/types';
import type { ServiceContext } from './service/types';

/**
 * What the server asks of the resource kernel (`src/kernel/index.ts` exports functions of these types), and what it
 * gives it. The kernel declares ordinary routes: authentication, rights, problems, idempotency keys and the OpenAPI
 * document then come from the one pipeline that serves every route. An `ETag` goes out with `reply(body, { headers })`,
 * `If-Match` comes in `request.headers['if-match']`.
 */
export interface RouteSink {
  add(...routes: Route[]): void;
}

export type ResourceCommand = Command;

/**
 * By resource name, then by operation: `create` (of a copy too), `update`, `delete`, `archive`, `restore`, or a
 * transition's name. Those of a base are those of its variants, unless a variant has its own.
 */
export type ResourceCommands = Readonly<Record<string, Readonly<Record<string, ResourceCommand>>>>;

export interface KernelOptions {
  commands: ResourceCommands;
  locales: Record<Language, Readonly<Record<string, string>>>;
  descriptorOverrides: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  computed?: ComputedColumns;
}

/** Columns computed by the database: by resource, then field, an SQL expression over the row `t`. */
export type ComputedColumns = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type MountResources = (
  router: RouteSink,
  resources: readonly ResourceDefinition[],
  ctx: ServiceContext,
  options: KernelOptions,
) => JobRunner;

/** The descriptors that this actor may see, as `/_resources` answers them. */
export type DescribeResources = (
  resources: readonly ResourceDefinition[],
  actor: Actor,
  options: KernelOptions,
) => readonly object[];
