import type { AnyRecord, ResourceDefinition } from '@coulisse/resource';
import type { Actor } from '../actor';
import type { Tx } from '../database/types';
import type { ServiceContext } from '../service/types';

export type { ComputedColumns } from '../kernel-port';

/** The first lock on a statement: the condition that keeps it within its tenant (`parameter` is its placeholder). */
export type TenantPredicate = (alias: string, parameter: string) => string;
export const ownTenant: TenantPredicate = (alias, parameter) => `${alias}."tenant_id" = ${parameter}::uuid`;

/** A record as it is stored, and the labels kept beside its references to other services. */
export interface Loaded {
  readonly record: AnyRecord;
  readonly labels: Readonly<Record<string, string | null>>;
  /** Labels of the records of this service that it points at, as far as they were read with it. */
  readonly local?: LabelsByTarget;
}
export type Labels = ReadonlyMap<string, string | null>;
/** Labels by resource, then by id. */
export type LabelsByTarget = ReadonlyMap<string, Labels>;

/** Does what the operation does by itself; `values` adds to it, fields that are closed to callers included. */
export type Proceed = (values?: Record<string, unknown>) => Promise<AnyRecord>;

/** An operation of a resource done by hand. Rights, tenant and values are already checked; `proceed` is the ordinary way. */
export type Command = (
  input: Record<string, unknown>,
  tx: Tx,
  ctx: ServiceContext,
  proceed: Proceed,
) => Promise<Record<string, unknown> | AnyRecord>;

/**
 * By resource name, then by operation: `create` (of a copy too), `update`, `delete`, `archive`, `restore`, or a
 * transition's name. Those of a base are those of its variants, unless a variant has its own.
 */
export type Commands = Readonly<Record<string, Readonly<Record<string, Command>>>>;

/** Who asks for what on which resource: every door calls the pipeline with this. */
export interface Call {
  readonly resource: ResourceDefinition;
  readonly actor: Actor;
  readonly language: 'fr' | 'en';
}

/** A record, or a row of the database, whose columns nobody knows here. */
export type Row = Record<string, unknown>;
/** A record as it is served. */
export type Presented = Row & { id: string; version: number };

export type Changes = Record<string, [before: unknown, after: unknown]>;
