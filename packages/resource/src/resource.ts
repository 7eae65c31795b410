import { checkDefinition } from './check-definition';
import type { Fields } from './field';
import { isListable } from './kinds';
import { NO_TEXTS } from './texts';
import type { Blocker, Resource, ResourceDefinition, ResourceSpec, Rule } from './resource-definition';

const NAME = /^[a-z][a-z0-9]*\.[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export function defineResource<
  const F extends Fields,
  const S extends string = never,
  const T extends string = never,
>(name: string, spec: ResourceSpec<F, S, T>): Resource<F, S, T> {
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
    operations: ['read', 'create', 'update', 'delete'],
    customRoutes: [],
    tenancy: 'row',
    table: entity.replaceAll('-', '_'),
    attachable: false,
    sortable: false,
    duplicable: true,
    uniqueTogether: [],
    texts: NO_TEXTS,
    ...spec,
    list: spec.list ?? columns,
    label,
    sort: spec.sort ?? (spec.sortable ? 'position' : label),
    name,
    service,
    entity,
  };
  // The functions of the definition were type-checked with the record's type; projections call them with erased types.
  const definition = resource as unknown as Resource<F, S, T>;
  checkDefinition(definition);
  return definition;
}

/** A transition by name; the name may come from a request. */
export const transitionOf = (resource: ResourceDefinition, name: string) =>
  resource.lifecycle && Object.hasOwn(resource.lifecycle.transitions, name)
    ? resource.lifecycle.transitions[name]
    : undefined;

/** The right that a transition requires. */
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

/** All blockers that a list of rules returns for a record. */
export const blockersOf = <Rec>(rules: readonly Rule<Rec>[], record: Rec): Blocker[] =>
  rules.map((rule) => rule(record)).filter((answer): answer is Blocker => !!answer);
