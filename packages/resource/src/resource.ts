import { checkDefinition } from './check-definition';
import type { Fields } from './field';
import { isListable } from './kinds';
import { isReferable } from './referable';
import { NO_TEXTS } from './texts';
import { SAME_STATE, type ErasedTransition } from './lifecycle-definition';
import type {
  Blocker,
  Operation,
  Resource,
  ResourceDefinition,
  ResourceSpec,
  Rule,
} from './resource-definition';

const OPERATIONS: readonly Operation[] = ['read', 'create', 'update', 'delete'];
const NAME = /^[a-z][a-z0-9]*\.[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export function defineResource<
  const F extends Fields,
  const S extends string = never,
  // Not `unknown`: a resource without a lifecycle has no transition.
  const M = Record<never, never>,
  Facts = undefined,
>(name: string, spec: ResourceSpec<F, S, M, Facts>): Resource<F, S, M> {
  if (!NAME.test(name)) throw new Error(`${name} is not a resource name such as crm.tiers`);
  const [service = '', entity = ''] = name.split('.');
  const columns = Object.keys(spec.fields).filter((field) => {
    const fieldSpec = spec.fields[field]?.spec;
    return fieldSpec && isListable(fieldSpec);
  });
  const label =
    spec.label ?? columns.find((field) => spec.fields[field]?.spec.kind === 'text') ?? columns[0] ?? 'id';
  const resource = {
    derive: {},
    rules: [],
    operations: OPERATIONS,
    customRoutes: [],
    tenancy: 'row',
    table: entity.replaceAll('-', '_'),
    view: false,
    attachable: false,
    sortable: false,
    duplicable: true,
    uniqueTogether: [],
    grants: { ADMINISTRATOR: 'all' },
    furtherRights: [],
    texts: NO_TEXTS,
    ...spec,
    list: spec.list ?? columns,
    label,
    sort: spec.sort ?? (spec.sortable ? 'position' : label),
    name,
    service,
    entity,
  };
  const { fields, operations = OPERATIONS, tenancy = 'row' } = spec;
  const referable = spec.referable ?? (!spec.view && isReferable({ fields, operations, tenancy }));
  // The functions of the definition were type-checked with the record's type; projections call them with erased types.
  const definition = { ...resource, referable } as unknown as Resource<F, S, M>;
  checkDefinition(definition);
  return definition;
}

/** A transition by name; the name may come from a request. */
export const transitionOf = (resource: ResourceDefinition, name: string): ErasedTransition | undefined =>
  resource.lifecycle && Object.hasOwn(resource.lifecycle.transitions, name)
    ? resource.lifecycle.transitions[name]
    : undefined;

type Targets = Pick<ErasedTransition, 'from' | 'to' | 'keeps'>;
/** The state of a record after a transition that finds it in `state`. */
export const stateAfter = ({ to, keeps }: Targets, state: string): string =>
  to === SAME_STATE || keeps?.includes(state) ? state : to;

/** Where a transition leads: the states that it leaves for another one, and those that it keeps (`to: 'same'`). */
export function arrowsOf({ from, to, keeps = [] }: Targets): Pick<Targets, 'from' | 'to'>[] {
  if (keeps.length === 0) return [{ from, to }];
  return [
    { from: from.filter((state) => !keeps.includes(state)), to },
    { from: keeps, to: SAME_STATE },
  ];
}

/** True for a transition that people do: neither `auto` nor `system`. */
export const isManual = ({ auto, system }: ErasedTransition) => !auto && !system;

/** A right by its last word (`decide`) or in full (`hr.holiday.decide`). */
export const wholeRight = ({ rights }: ResourceDefinition, right: string) =>
  right.includes('.') ? right : `${rights}.${right}`;

/** The right that a transition requires; the one to update for those that people cannot do. */
export function transitionRight(resource: ResourceDefinition, name: string): string {
  const right = transitionOf(resource, name)?.right ?? 'update';
  return right.includes('.') ? right : `${resource.rights}.${right}`;
}

/** True when callers may write the field. */
export const isWritable = (resource: ResourceDefinition, field: string) =>
  !resource.fields[field]?.spec.readonly &&
  !(field in resource.derive) &&
  !(resource.fixed && Object.hasOwn(resource.fixed, field)) &&
  isShown(resource, field);
/** False for fields that a variant does not show. */
export const isShown = ({ shown, fields }: ResourceDefinition, field: string) =>
  !shown || shown.includes(field) || !Object.hasOwn(fields, field);
/** Resource name used in history, attachments and the like: that of the base, for a variant. */
export const baseName = (resource: ResourceDefinition) => resource.variantOf ?? resource.name;

/** States of the normal course of a lifecycle. */
export const pathOf = ({ path, states, tones }: NonNullable<ResourceDefinition['lifecycle']>) =>
  path ?? states.filter((state) => tones?.[state] !== 'bad');

/** States in which a record may begin. */
export const initialStates = ({ lifecycle }: ResourceDefinition): readonly string[] => [
  ...(lifecycle?.states.slice(0, 1) ?? []),
  ...(lifecycle?.initial ?? []),
];

/** All blockers that a list of rules returns for a record, or guards for what they decide from. */
export const blockersOf = <Context>(rules: readonly Rule<Context>[], context: Context): Blocker[] =>
  rules.map((rule) => rule(context)).filter((answer): answer is Blocker => !!answer);
