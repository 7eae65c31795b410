import type { Fields, ValueOf, ValuesOf } from './field';
import type { Locales } from './texts';

export type Operation = 'read' | 'create' | 'update' | 'delete';
export type Tone = 'neutral' | 'info' | 'warn' | 'good' | 'bad';
/** What happened to a record: an operation or the name of a transition. */
export type Action<T extends string = string> = Exclude<Operation, 'read'> | T;

/** Why an operation is refused: a message code of the catalogue, and the place in the record. */
export interface Blocker {
  readonly code: string;
  readonly params?: Record<string, string | number>;
  /** JSON pointer, such as `/lines/0/start`. */
  readonly pointer?: string;
}
export const blocked = (code: string, params?: Blocker['params'], pointer?: string): Blocker => ({
  code,
  params,
  pointer,
});

/** A pure condition on the whole record: returns a blocker when it fails, anything else when it holds. */
export type Rule<Rec> = (record: Rec) => Blocker | false | null | undefined;

export interface Transition<S extends string, Rec> {
  readonly from: readonly S[];
  readonly to: S;
  /** A whole right (`hr.holiday.decide`) or the last word of one (`decide`); default: `<rights>.update`. */
  readonly right?: string;
  /** Guards: all must hold. */
  readonly needs?: readonly Rule<Rec>[];
  /** Executed by the pipeline after a write, in its transaction, as soon as `when` holds; never a button. */
  readonly auto?: true;
  readonly when?: (record: Rec) => boolean;
  /** False excludes it from bulk actions. */
  readonly bulk?: false;
  /** The screen asks for confirmation. */
  readonly confirm?: true;
}
export interface Lifecycle<S extends string, T extends string, Rec> {
  /** The first is the state of a new record. */
  readonly states: readonly S[];
  readonly tones?: { readonly [K in S]?: Tone };
  readonly transitions: { readonly [K in T]: Transition<NoInfer<S>, Rec> };
}
/** An event for the outbox; `emission` checks its types against the topic. */
export interface Emission {
  readonly topic: string;
  readonly event: { readonly $case: string; readonly value: unknown };
}

interface System<S extends string> {
  id: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  /** Present only with a lifecycle. */
  state: S;
}
export type RecordShape<F extends Fields, S extends string> = ValuesOf<F> & System<S>;
type Column<F extends Fields, S extends string> =
  (keyof F & string) | 'createdAt' | 'updatedAt' | ([S] extends [never] ? never : 'state');

/** Fields whose combined values are unique among the records of a tenant. */
export interface UniqueTogether<Field extends string = string> {
  readonly fields: readonly Field[];
  /** Message code of the catalogue for a duplicate. */
  readonly code: string;
}

export interface ResourceSpec<F extends Fields, S extends string, T extends string> {
  /** Under `/b/api/`. */
  readonly path: string;
  /** Prefix of its rights: `.read .create .update .delete` and those of transitions. */
  readonly rights: string;
  /** Name of the table; default: the last part of the resource name. */
  readonly table?: string;
  readonly fields: F;
  /** Values computed from the rest of the record at each write; never accepted from callers. */
  readonly derive?: {
    readonly [K in keyof NoInfer<F>]?: (
      record: RecordShape<NoInfer<F>, NoInfer<S>>,
    ) => ValueOf<NoInfer<F>[K]>;
  };
  readonly rules?: readonly Rule<RecordShape<NoInfer<F>, NoInfer<S>>>[];
  readonly lifecycle?: Lifecycle<S, T, RecordShape<NoInfer<F>, NoInfer<S>>>;
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
    action: Action<NoInfer<T>>,
  ) => Emission | null;
}

export type AnyRecord = System<string> & { readonly [field: string]: unknown };

/** A declared resource with erased types, as used by projections and the pipeline. */
export interface ResourceDefinition {
  /** `crm.tiers`: service, then entity. */
  readonly name: string;
  readonly service: string;
  readonly entity: string;
  readonly path: string;
  readonly rights: string;
  readonly table: string;
  readonly texts: Locales;
  readonly fields: Fields;
  readonly derive: { readonly [field: string]: (record: AnyRecord) => unknown };
  readonly rules: readonly Rule<AnyRecord>[];
  readonly lifecycle?: Lifecycle<string, string, AnyRecord>;
  readonly list: readonly string[];
  readonly sums?: readonly string[];
  readonly label: string;
  readonly sort: string;
  readonly operations: readonly Operation[];
  readonly customRoutes: readonly Operation[];
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
export interface Resource<F extends Fields, S extends string, T extends string> extends ResourceDefinition {
  readonly fields: F;
  readonly [types]?: { record: RecordShape<F, S>; state: S; transition: T };
}
type TypesOf<R> =
  R extends Resource<infer F, infer S, infer T>
    ? { record: RecordShape<F, S>; state: S; transition: T }
    : never;
/** Type of the records of a resource: `RecordOf<typeof tiers>`. */
export type RecordOf<R> = TypesOf<R>['record'];
export type StateOf<R> = TypesOf<R>['state'];
export type TransitionOf<R> = TypesOf<R>['transition'];
