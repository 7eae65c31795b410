import type { AnyRecord, ResourceDefinition } from '@coulisse/resource';
import type { Actor } from '@coulisse/service-kit/actor';

import type { Relation } from './visibility';

/** The condition that restricts a statement to its tenant (`parameter` is the placeholder). */
export type TenantPredicate = (alias: string, parameter: string) => string;
export const ownTenant: TenantPredicate = (alias, parameter) => `${alias}."tenant_id" = ${parameter}::uuid`;

/** A stored record, and the stored names of its files. */
export interface StoredRecord {
  readonly record: AnyRecord;
  readonly labels: Readonly<Record<string, string | null>>;
  /** Labels of the referenced records, as far as they were read with it. */
  readonly local?: LabelsByTarget;
  /** Whose record it is; read only for an actor with rights on part of the records, of a resource with owners. */
  readonly relation?: Relation;
  /** The user who created it; read only where that user owns it. */
  readonly author?: string | null;
  /** The states it has been in, oldest first, as far as they were read with it. */
  readonly states?: readonly PastState[];
}
/** A state that a record entered. */
export interface PastState {
  readonly state: string;
  readonly at: string;
}
export type Labels = ReadonlyMap<string, string | null>;
/** Labels by resource, then by id. */
export type LabelsByTarget = ReadonlyMap<string, Labels>;

/** The caller and the resource of an operation; routes, jobs and commands pass it to the pipeline. */
export interface Call {
  readonly resource: ResourceDefinition;
  readonly actor: Actor;
  readonly language: 'fr' | 'en';
  /** True where the caller is itself part of the resource's commands: they are not run once more. */
  readonly withoutCommands?: boolean | undefined;
}

/** A record, or a row of the database, whose columns are not typed. */
export type Row = Record<string, unknown>;
/** A record as it is served. */
export type Presented = Row & { id: string; version: number };

export type Changes = Record<string, [before: unknown, after: unknown]>;
