import type { BaseRole, Scope } from '@coulisse/contracts/rights';
import type { AnyRecord, Blocker, Emission, System } from './definition-parts';
import type { Fields, ValueOf, ValuesOf } from './field';
import type { ErasedLifecycle, InputValues, Lifecycle } from './lifecycle-definition';
import type { Locales } from './texts';

export * from './definition-parts';

export type Operation = 'read' | 'create' | 'update' | 'delete';
/** What happened to a record: an operation or the name of a transition. */
export type Action<T extends string = string> = Exclude<Operation, 'read'> | T;

/** A pure condition on the whole record: returns a blocker when it fails, anything else when it holds. */
export type Rule<Rec> = (record: Rec) => Blocker | false | null | undefined;

export type RecordShape<F extends Fields, S extends string> = ValuesOf<F> & System<S>;
type Column<F extends Fields, S extends string> =
  (keyof F & string) | 'createdAt' | 'updatedAt' | ([S] extends [never] ? never : 'state');

/** Fields whose combined values are unique among the records of a tenant. */
export interface UniqueTogether<Field extends string = string> {
  readonly fields: readonly Field[];
  /** Message code of the catalogue for a duplicate. */
  readonly code: string;
}

/**
 * Whose a record is. `own`: the field with the user whose own it is, or `createdBy`; `team`: the field with the user who
 * manages its owner, reached through a reference to a record of the same service if need be (`employee.manager`).
 * Without `team`, the records of a team are those whose owner the user manages.
 */
export interface OwnershipPaths<Field extends string = string> {
  readonly own: Field | 'createdBy';
  readonly team?: Field | `${Field}.${string}`;
}
/** Default grants of a role: one scope for all rights of the resource, or a scope by right (`read`, `update`, `post`…). */
export type RoleGrants = Scope | { readonly [right: string]: Scope };
/** Default grants by role; a tenant may change them. A role that is not named has no right. */
export type DefaultGrants = { readonly [R in BaseRole]?: RoleGrants };

export interface ResourceSpec<F extends Fields, S extends string, M, Facts = unknown> {
  /** Under `/b/api/`. */
  readonly path: string;
  /** Prefix of its rights: `.read .create .update .delete` and those of transitions. */
  readonly rights: string;
  /** Whose a record is; needed by rights on own records or those of a team. */
  readonly access?: OwnershipPaths<keyof NoInfer<F> & string>;
  /** Default grants; without them, administrators have all rights and other roles none. */
  readonly grants?: DefaultGrants;
  /** Rights besides those of its operations, transitions and fields: those of routes of their own (`merge`). */
  readonly furtherRights?: readonly string[];
  /** Name of the table; default: the last part of the resource name. */
  readonly table?: string;
  /**
   * Its table is a view, which the service declares in `prisma/schema/custom`, with the columns of any record (`tenant_id`,
   * `version`, `created_at`, `updated_at`, and `state` as text). Its records are read, never written.
   */
  readonly view?: true;
  readonly fields: F;
  /** Values computed from the rest of the record at each write; never accepted from callers. */
  readonly derive?: {
    readonly [K in keyof NoInfer<F>]?: (
      record: RecordShape<NoInfer<F>, NoInfer<S>>,
      place: DerivationPlace,
    ) => ValueOf<NoInfer<F>[K]>;
  };
  readonly rules?: readonly Rule<RecordShape<NoInfer<F>, NoInfer<S>>>[];
  readonly lifecycle?: Lifecycle<S, M, RecordShape<NoInfer<F>, NoInfer<S>>, Facts>;
  /** Columns of the list. */
  readonly list?: readonly Column<NoInfer<F>, NoInfer<S>>[];
  /** Field used as the record's label where other records reference it. */
  readonly label?: keyof NoInfer<F> & string;
  /** Columns whose sum the list shows; default: amounts and integers. */
  readonly sums?: readonly Column<NoInfer<F>, NoInfer<S>>[];
  /** Default sort of the list: a column, or `-column` for descending. */
  readonly sort?: Column<NoInfer<F>, NoInfer<S>> | `-${Column<NoInfer<F>, NoInfer<S>>}`;
  /** Its texts: `<entity>.fr.json` and `<entity>.en.json` beside the declaration; `localeKeys` lists the keys. */
  readonly texts?: Locales;
  /** Operations with generic routes; default: all. */
  readonly operations?: readonly Operation[];
  /** Operations that a custom route of the service implements instead of the generic one: screens offer them too. */
  readonly customRoutes?: readonly Operation[];
  /**
   * The global search finds its records, and other services may refer to them: every change is published. Default: true for
   * records of tenants that lists search.
   */
  readonly referable?: boolean;
  /** Field with the record of the same resource that replaces this one after a merge. */
  readonly replacedBy?: keyof NoInfer<F> & string;
  /** Files can be attached to its records. */
  readonly attachable?: true;
  /** Records are ordered by hand; the order is stored in the field `position` (preset `sortable`). */
  readonly sortable?: true;
  readonly duplicable?: false;
  /** Fields by which an import may match an existing record; default: the unique ones. */
  readonly importKeys?: readonly (keyof NoInfer<F> & string)[];
  readonly uniqueTogether?: readonly UniqueTogether<keyof NoInfer<F> & string>[];
  /** `self`: each record is a tenant (its tenant id is its id) and only the platform lists them. */
  readonly tenancy?: 'row' | 'self';
  readonly emits?: (
    record: RecordShape<NoInfer<F>, NoInfer<S>>,
    action: Action<keyof NoInfer<M> & string>,
  ) => Emission | null;
}

/** Where a value is derived. */
export interface DerivationPlace {
  /** Time zone of the tenant: `Europe/Paris`. */
  readonly zone: string;
}

/** A declared resource with erased types, as used by projections and the pipeline. */
export interface ResourceDefinition {
  /** `crm.tiers`: service, then entity. */
  readonly name: string;
  readonly service: string;
  readonly entity: string;
  readonly path: string;
  readonly rights: string;
  readonly access?: OwnershipPaths;
  readonly grants: DefaultGrants;
  readonly furtherRights: readonly string[];
  readonly table: string;
  readonly view: boolean;
  readonly texts: Locales;
  readonly fields: Fields;
  readonly derive: { readonly [field: string]: (record: AnyRecord, place: DerivationPlace) => unknown };
  readonly rules: readonly Rule<AnyRecord>[];
  readonly lifecycle?: ErasedLifecycle;
  readonly list: readonly string[];
  readonly sums?: readonly string[];
  readonly label: string;
  readonly sort: string;
  readonly operations: readonly Operation[];
  readonly customRoutes: readonly Operation[];
  readonly referable: boolean;
  readonly replacedBy?: string;
  readonly attachable: boolean;
  readonly sortable: boolean;
  readonly duplicable: boolean;
  readonly importKeys?: readonly string[];
  readonly uniqueTogether: readonly UniqueTogether[];
  readonly tenancy: 'row' | 'self';
  readonly emits?: (record: AnyRecord, action: string) => Emission | null;
  /** Name of the resource whose table, rules and events it shares. */
  readonly variantOf?: string;
  /** Field values that define the variant: a creation writes them, every other operation filters by them. */
  readonly fixed?: Readonly<Record<string, string | number | boolean>>;
  /** Fields accepted and returned, when these are not all. */
  readonly shown?: readonly string[];
}

declare const types: unique symbol;
/** `M` has the input fields of each transition, by its name. */
export interface Resource<F extends Fields, S extends string, M> extends ResourceDefinition {
  readonly fields: F;
  readonly [types]?: {
    record: RecordShape<F, S>;
    values: ValuesOf<F>;
    state: S;
    transition: keyof M & string;
    inputs: M;
  };
}
type TypesOf<R> =
  R extends Resource<infer F, infer S, infer M>
    ? {
        record: RecordShape<F, S>;
        values: ValuesOf<F>;
        state: S;
        transition: keyof M & string;
        inputs: M;
      }
    : never;
/** Type of the records of a resource: `RecordOf<typeof tiers>`. */
export type RecordOf<R> = TypesOf<R>['record'];
/** Values of the fields of a resource. */
export type RecordValuesOf<R> = TypesOf<R>['values'];
export type StateOf<R> = TypesOf<R>['state'];
export type TransitionOf<R> = TypesOf<R>['transition'];
/** Values of the input of a transition. */
export type InputOf<R, K extends TransitionOf<R>> = InputValues<TypesOf<R>['inputs'][K]>;
