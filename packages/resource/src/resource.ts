import { checkDefinition } from './check-definition';
import type { Fields, ValueOf, ValuesOf } from './field';
import { isListable } from './kinds';

export type Operation = 'read' | 'create' | 'update' | 'delete';
export type Tone = 'neutral' | 'info' | 'warn' | 'good' | 'bad';
/** What happened to a record: an operation or the name of a transition. */
export type Action<T extends string = string> = Exclude<Operation, 'read'> | T;

/** Why something is refused: a message of the catalogue, and where in the record. */
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

/** A pure condition on the whole record; anything but a blocker means that it holds. */
export type Rule<Rec> = (record: Rec) => Blocker | false | null | undefined;

export interface Transition<S extends string, Rec> {
  readonly from: readonly S[];
  readonly to: S;
  /** A whole right (`hr.holiday.decide`) or the last word of one (`decide`); `<rights>.update` unless told. */
  readonly right?: string;
  /** Guards: all must hold. */
  readonly needs?: readonly Rule<Rec>[];
  /** Done by the pipeline after a write, in its transaction, as soon as `when` holds; never a button. */
  readonly auto?: true;
  readonly when?: (record: Rec) => boolean;
  /** False when it is not offered for many records at once. */
  readonly bulk?: false;
  /** The screen asks before it does it. */
  readonly confirm?: true;
}
export interface Lifecycle<S extends string, T extends string, Rec> {
  /** The first is the state of a new record. */
  readonly states: readonly S[];
  readonly tones?: { readonly [K in S]?: Tone };
  readonly transitions: { readonly [K in T]: Transition<NoInfer<S>, Rec> };
}
/** An event for the outbox; its types are checked where the topic is known. */
export interface Emission {
  readonly topic: string;
  readonly event: { readonly $case: string; readonly value: unknown };
}

interface System<S extends string> {
  id: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  /** Only meaningful when there is a lifecycle. */
  state: S;
}
export type RecordShape<F extends Fields, S extends string> = ValuesOf<F> & System<S>;
type Column<F extends Fields, S extends string> =
  (keyof F & string) | 'createdAt' | 'updatedAt' | ([S] extends [never] ? never : 'state');

/** Fields whose values, taken together, no two records of a tenant share. */
export interface UniqueTogether<Field extends string = string> {
  readonly fields: readonly Field[];
  /** Message of the catalogue for whoever tries. */
  readonly code: string;
}

export interface ResourceSpec<F extends Fields, S extends string, T extends string> {
  /** Under `/b/api/`. */
  readonly path: string;
  /** Prefix of its rights: `.read .create .update .delete` and those of transitions. */
  readonly rights: string;
  /** Name of the table; the last word of the name unless told. */
  readonly table?: string;
  readonly fields: F;
  /** Values computed from the rest of the record at each write; never accepted from outside. */
  readonly derive?: {
    readonly [K in keyof NoInfer<F>]?: (
      record: RecordShape<NoInfer<F>, NoInfer<S>>,
    ) => ValueOf<NoInfer<F>[K]>;
  };
  readonly rules?: readonly Rule<RecordShape<NoInfer<F>, NoInfer<S>>>[];
  readonly lifecycle?: Lifecycle<S, T, RecordShape<NoInfer<F>, NoInfer<S>>>;
  /** Columns of the list. */
  readonly list?: readonly Column<NoInfer<F>, NoInfer<S>>[];
  /** Field that names a record where another one points at it. */
  readonly label?: keyof NoInfer<F> & string;
  /** Columns whose sum the list shows; those of amounts and whole numbers unless told. */
  readonly sums?: readonly Column<NoInfer<F>, NoInfer<S>>[];
  /** Order of the list: a column, or `-column` for the other way round. */
  readonly sort?: Column<NoInfer<F>, NoInfer<S>> | `-${Column<NoInfer<F>, NoInfer<S>>}`;
  /** What the generic doors offer; everything unless told. */
  readonly operations?: readonly Operation[];
  /** Files can be attached to its records. */
  readonly attachable?: true;
  /** Records have an order of their own, kept in the field `position` (preset `sortable`). */
  readonly sortable?: true;
  readonly duplicable?: false;
  /** Fields that an import may find an existing record by; those that are unique unless told. */
  readonly importKeys?: readonly (keyof NoInfer<F> & string)[];
  readonly uniqueTogether?: readonly UniqueTogether<keyof NoInfer<F> & string>[];
  /** `self`: each record is a tenant of its own (its tenant is its id) and only the platform lists them. */
  readonly tenancy?: 'row' | 'self';
  readonly emits?: (
    record: RecordShape<NoInfer<F>, NoInfer<S>>,
    action: Action<NoInfer<T>>,
  ) => Emission | null;
}

export type AnyRecord = System<string> & { readonly [field: string]: unknown };

/** A declared resource, its types erased: what projections and the pipeline work on. */
export interface ResourceDefinition {
  /** `crm.tiers`: service, then entity. */
  readonly name: string;
  readonly service: string;
  readonly entity: string;
  readonly path: string;
  readonly rights: string;
  readonly table: string;
  readonly fields: Fields;
  readonly derive: { readonly [field: string]: (record: AnyRecord) => unknown };
  readonly rules: readonly Rule<AnyRecord>[];
  readonly lifecycle?: Lifecycle<string, string, AnyRecord>;
  readonly list: readonly string[];
  readonly sums?: readonly string[];
  readonly label: string;
  readonly sort: string;
  readonly operations: readonly Operation[];
  readonly attachable: boolean;
  readonly sortable: boolean;
  readonly duplicable: boolean;
  readonly importKeys?: readonly string[];
  readonly uniqueTogether: readonly UniqueTogether[];
  readonly tenancy: 'row' | 'self';
  readonly emits?: (record: AnyRecord, action: string) => Emission | null;
  /** Name of the resource whose table, rules and events it shares. */
  readonly variantOf?: string;
  /** Values of the base that make a record one of this variant: written by a creation, asked of everything else. */
  readonly fixed?: Readonly<Record<string, string | number | boolean>>;
  /** Fields that come in and go out, where that is not all of them. */
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

const NAME = /^[a-z][a-z0-9]*\.[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export function defineResource<
  const F extends Fields,
  const S extends string = never,
  const T extends string = never,
>(name: string, spec: ResourceSpec<F, S, T>): Resource<F, S, T> {
  if (!NAME.test(name)) throw new Error(`${name} is not a resource name such as crm.tiers`);
  const [service = '', entity = ''] = name.split('.');
  const columns = Object.keys(spec.fields).filter((field) => {
    const one = spec.fields[field]?.spec;
    return one && isListable(one);
  });
  const label =
    spec.label ?? columns.find((field) => spec.fields[field]?.spec.kind === 'text') ?? columns[0] ?? 'id';
  const resource = {
    derive: {},
    rules: [],
    operations: ['read', 'create', 'update', 'delete'],
    tenancy: 'row',
    table: entity.replaceAll('-', '_'),
    attachable: false,
    sortable: false,
    duplicable: true,
    uniqueTogether: [],
    ...spec,
    list: spec.list ?? columns,
    label,
    sort: spec.sort ?? (spec.sortable ? 'position' : label),
    name,
    service,
    entity,
  };
  // The functions of the definition were checked against the record's own type; projections call them with erased ones.
  const definition = resource as unknown as Resource<F, S, T>;
  checkDefinition(definition);
  return definition;
}

/** A transition by its name, which may come from a request. */
export const transitionOf = (resource: ResourceDefinition, name: string) =>
  resource.lifecycle && Object.hasOwn(resource.lifecycle.transitions, name)
    ? resource.lifecycle.transitions[name]
    : undefined;

/** The right that a transition asks for. */
export function transitionRight(resource: ResourceDefinition, name: string): string {
  const right = transitionOf(resource, name)?.right ?? 'update';
  return right.includes('.') ? right : `${resource.rights}.${right}`;
}

/** True when a value of the field may come from outside. */
export const isWritable = (resource: ResourceDefinition, field: string) =>
  !resource.fields[field]?.spec.readonly &&
  !(field in resource.derive) &&
  !(resource.fixed && Object.hasOwn(resource.fixed, field)) &&
  isShown(resource, field);
/** False for the fields that a variant leaves to its base. */
export const isShown = ({ shown, fields }: ResourceDefinition, field: string) =>
  !shown || shown.includes(field) || !Object.hasOwn(fields, field);
/** Name under which a record is kept in history, attachments and the like: that of the base, for a variant. */
export const baseName = (resource: ResourceDefinition) => resource.variantOf ?? resource.name;

/** Every blocker that a list of conditions raises against a record. */
export const blockersOf = <Rec>(rules: readonly Rule<Rec>[], record: Rec): Blocker[] =>
  rules.map((rule) => rule(record)).filter((answer): answer is Blocker => !!answer);
