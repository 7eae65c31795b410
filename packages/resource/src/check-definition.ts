import { hasColumn, isListable, isSortable } from './kinds';
import type { Fields, FieldSpec } from './field';
import type { ResourceDefinition } from './resource-definition';

const RESERVED = new Set(['id', 'version', 'state', 'createdAt', 'updatedAt', 'createdBy', 'tenantId']);

/** Why the definition of a field is contradictory; undefined when it is valid. */
function contradiction(spec: FieldSpec, inside: boolean): string | undefined {
  const { sensitive, encrypted } = spec;
  if ((sensitive || encrypted) && !hasColumn(spec)) return 'has no value to keep secret';
  if ((sensitive || encrypted) && spec.searchable) return 'is secret and cannot be searched';
  if (encrypted && spec.unique) return 'is encrypted and cannot be unique';
  if (encrypted && spec.default !== undefined) return 'is encrypted and cannot have a default';
  if (encrypted && (spec.target || spec.kind === 'list' || spec.kind === 'number'))
    return `is a ${spec.kind}, which cannot be encrypted`;
  // A form sends the whole list of children back: a masked value in it would be lost.
  if (sensitive && inside) return 'is a field of children and cannot be sensitive';
  if (inside && (spec.kind === 'children' || spec.kind === 'related' || spec.kind === 'number'))
    return `is a ${spec.kind}, which children cannot have`;
  return undefined;
}

function checkFields(owner: string, fields: Fields, inside: boolean): void {
  for (const [name, { spec }] of Object.entries(fields)) {
    if (RESERVED.has(name)) throw new Error(`${owner}: every resource has a field ${name} already`);
    if (name.startsWith('_')) throw new Error(`${owner}: ${name} begins like what the kernel itself serves`);
    const wrong = contradiction(spec, inside);
    if (wrong) throw new Error(`${owner}: ${name} ${wrong}`);
    if (spec.fields) checkFields(`${owner}.${name}`, spec.fields, true);
  }
}

/** Throws for a contradictory definition that the types cannot refuse. */
export function checkDefinition(resource: ResourceDefinition): void {
  const { name, fields, lifecycle, label, sort, list } = resource;
  checkFields(name, fields, false);
  const specOf = (field: string) => fields[field]?.spec;
  const without = (field: string, able: (spec: FieldSpec) => boolean) => {
    const spec = specOf(field);
    return spec !== undefined && !able(spec);
  };
  const refuse = (reason: string): never => {
    throw new Error(`${name}: ${reason}`);
  };
  const ordered = sort.replace(/^-/, '');
  if (without(label, isSortable)) refuse(`${label} cannot name a record`);
  if (without(ordered, isSortable)) refuse(`${ordered} cannot order a list`);
  for (const field of list) if (without(field, isListable)) refuse(`${field} cannot be in a list`);
  for (const { fields: together } of resource.uniqueTogether)
    for (const field of together) if (without(field, isSortable)) refuse(`${field} cannot be unique`);
  if (resource.sortable && specOf('position')?.kind !== 'int')
    refuse('its order is kept in a field position, which sortable(fields) adds');
  for (const [transition, { auto, when }] of Object.entries(lifecycle?.transitions ?? {}))
    if (!auto !== !when) refuse(`${transition} is done by itself when a condition holds: it needs both`);
  for (const [transition, { auto, from, to }] of Object.entries(lifecycle?.transitions ?? {}))
    if (auto && from.includes(to))
      refuse(`${transition} is done by itself and leads where it begins: it never ends`);
  for (const [field, { spec }] of Object.entries(fields)) {
    const on = spec.numbering?.on;
    if (on && on !== 'create' && !Object.hasOwn(lifecycle?.transitions ?? {}, on))
      refuse(`${field} is numbered on ${on}, which is no transition`);
  }
}
