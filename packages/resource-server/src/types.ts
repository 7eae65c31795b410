import type { AnyRecord, ResourceDefinition } from '@coulisse/resource';
import type { Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import type { ServiceContext } from '@coulisse/service-kit/service';

/** Columns computed by the database: by resource, then field, an SQL expression over the row `t`. */
export type ComputedColumns = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The condition that restricts a statement to its tenant (`parameter` is the placeholder). */
export type TenantPredicate = (alias: string, parameter: string) => string;
export const ownTenant: TenantPredicate = (alias, parameter) => `${alias}."tenant_id" = ${parameter}::uuid`;

/** A stored record, and the stored labels of its references to other services. */
export interface StoredRecord {
  readonly record: AnyRecord;
  readonly labels: Readonly<Record<string, string | null>>;
  /** Labels of the referenced records of this service, as far as they were read with it. */
  readonly local?: LabelsByTarget;
}
export type Labels = ReadonlyMap<string, string | null>;
/** Labels by resource, then by id. */
export type LabelsByTarget = ReadonlyMap<string, Labels>;

declare const written: unique symbol;
/** A record as `proceed` wrote it. */
export type WrittenRecord = AnyRecord & { readonly [written]: true };
/** Runs the default operation; `values` are added, and may include fields that callers cannot write. */
export type Proceed = (values?: Record<string, unknown>) => Promise<WrittenRecord>;

/**
 * The result of a command. A `WrittenRecord` is served as it was written. For anything else the record with this `id`
 * is read again: a command that changes its row after `proceed`, or without it, returns `{ id }`. Additional properties
 * are added to the response.
 */
export type CommandResult = WrittenRecord | { readonly id: string; readonly [extra: string]: unknown };

/** Replaces an operation of a resource. Rights, tenant and values are already checked; `proceed` is the default. */
export type Command = (
  input: Record<string, unknown>,
  tx: Tx,
  ctx: ServiceContext,
  proceed: Proceed,
) => Promise<CommandResult>;

/**
 * By resource name, then by operation: `create` (of a copy too), `update`, `delete`, `archive`, `restore`, or a
 * transition's name. A variant uses the commands of its base, unless it has its own.
 */
export type Commands = Readonly<Record<string, Readonly<Record<string, Command>>>>;

/** The caller and the resource of an operation; routes, jobs and commands pass it to the pipeline. */
export interface Call {
  readonly resource: ResourceDefinition;
  readonly actor: Actor;
  readonly language: 'fr' | 'en';
}

/** A record, or a row of the database, whose columns are not typed. */
export type Row = Record<string, unknown>;
/** A record as it is served. */
export type Presented = Row & { id: string; version: number };

export type Changes = Record<string, [before: unknown, after: unknown]>;
