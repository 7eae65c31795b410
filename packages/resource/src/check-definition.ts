import { behaviourOf } from './children';
import { isForeignRef, storesLabel } from './columns';
import type { Fields, FieldSpec } from './field';
import { SAME_STATE, type ErasedLifecycle, type ErasedTransition } from './lifecycle-definition';
import { hasColumn, isComputed, isListable, isSortable } from './kinds';
import { formatProblem } from './numbering';
import type { ResourceDefinition, RoleGrants } from './resource-definition';

const RESERVED = new Set(['id', 'version', 'state', 'createdAt', 'updatedAt', 'createdBy', 'tenantId']);

/** A transition as a definition without types may have it. */
type LooseTransition = Partial<Record<'auto' | 'system' | 'right', unknown>> &
  Omit<ErasedTransition, 'right'>;

/** Names that rows with states of their own cannot use. */
const WITHOUT_STATE: ReadonlySet<string> = new Set([...RESERVED].filter((name) => name !== 'state'));

/** Why a field cannot be computed by the database; undefined when it can. */
function uncomputable(spec: FieldSpec, inside: boolean): string | undefined {
  if (!spec.computed?.trim()) return 'is computed by an empty expression';
  if (inside) return 'is a field of children and cannot be computed';
  // References have labels and foreign keys, which need a column; the others have no value at all.
  if (spec.target || spec.numbering || !hasColumn(spec)) return `is a ${spec.kind}, which cannot be computed`;
  if (spec.encrypted) return 'is encrypted and cannot be computed';
  if (spec.unique) return 'is computed and cannot be unique';
  if (spec.default !== undefined && spec.kind !== 'bool') return 'is computed and cannot have a default';
  return undefined;
}

/** Why the definition of a field is contradictory; undefined when it is valid. */
function contradiction(spec: FieldSpec, inside: boolean): string | undefined {
  const { sensitive, secret, encrypted } = spec;
  const isRestricted = !!sensitive || !!secret;
  if (sensitive && secret) return 'has two levels';
  if (spec.proposed && spec.kind !== 'date') return `is a ${spec.kind}, for which today is no value`;
  const reason = isComputed(spec) && uncomputable(spec, inside);
  if (reason) return reason;
  if ((isRestricted || encrypted) && !hasColumn(spec)) return 'has no value to keep secret';
  if ((isRestricted || encrypted) && spec.searchable) return 'is secret and cannot be searched';
  if (encrypted && spec.unique) return 'is encrypted and cannot be unique';
  if (encrypted && spec.default !== undefined) return 'is encrypted and cannot have a default';
  if (encrypted && (spec.target || spec.kind === 'list' || spec.kind === 'number'))
    return `is a ${spec.kind}, which cannot be encrypted`;
  // A form sends the whole list of children back: a masked value in it would be lost.
  if (isRestricted && inside) return 'is a field of children and cannot be secret';
  if (spec.column !== undefined && (!hasColumn(spec) || isComputed(spec) || storesLabel(spec)))
    return `is a ${spec.kind}, whose column has no name of its own`;
  if (inside && spec.formerly !== undefined) return 'is a field of children and has no former name';
  if (inside && (spec.kind === 'children' || spec.kind === 'related' || spec.kind === 'number'))
    return `is a ${spec.kind}, which children cannot have`;
  return undefined;
}

/** Last segments of the paths of a record: the rows of a field with such a name would have the same path. */
const SEGMENTS = new Set([
  ...[
    'archive',
    'restore',
    'duplicate',
    'reveal',
    'history',
    'comments',
    'attachments',
    'links',
    'neighbours',
  ],
  'transitions',
]);

/** Checks the rows of a children field; throws for a contradiction. */
function checkRows(owner: string, name: string, spec: FieldSpec, siblings: Fields): void {
  const { lifecycle, derive } = behaviourOf(spec);
  const refuse = (reason: string): never => {
    throw new Error(`${owner}.${name}: ${reason}`);
  };
  if (SEGMENTS.has(name)) refuse('its name is a path of every record already');
  for (const field of Object.keys(derive))
    if (!spec.fields?.[field]) refuse(`${field} is derived and is no field of a row`);
  for (const [field, inner] of Object.entries(spec.fields ?? {})) {
    const { sibling } = inner.spec;
    if (sibling !== undefined && (sibling === name || siblings[sibling]?.spec.kind !== 'children'))
      refuse(`${field} names a row of ${sibling}, which is no other children field`);
  }
  for (const [transition, { from, to }] of Object.entries(lifecycle?.transitions ?? {}))
    if (![...from, to].every((state) => lifecycle?.states.includes(state)))
      refuse(`${transition} has a state that is not declared`);
}

function checkFields(
  owner: string,
  fields: Fields,
  inside: boolean,
  reserved: ReadonlySet<string> = RESERVED,
): void {
  for (const [name, { spec }] of Object.entries(fields)) {
    if (reserved.has(name)) throw new Error(`${owner}: every resource has a field ${name} already`);
    if (name.startsWith('_')) throw new Error(`${owner}: ${name} begins like what the kernel itself serves`);
    const wrong = contradiction(spec, inside);
    if (wrong) throw new Error(`${owner}: ${name} ${wrong}`);
    if (spec.formerly !== undefined && Object.hasOwn(fields, spec.formerly))
      throw new Error(`${owner}: ${name} was formerly ${spec.formerly}, which is another field`);
    if (spec.sibling && !inside) throw new Error(`${owner}: ${name} names a row and is no field of children`);
    if (!spec.fields) continue;
    checkFields(
      `${owner}.${name}`,
      spec.fields,
      true,
      behaviourOf(spec).lifecycle ? WITHOUT_STATE : RESERVED,
    );
    checkRows(owner, name, spec, fields);
  }
}

/** Owners are users; a grant on part of the records needs them. */
function checkAccess(
  { access, grants, fields }: ResourceDefinition,
  refuse: (reason: string) => never,
): void {
  const isPartial = Object.values(grants).some((granted: RoleGrants | undefined) =>
    granted === undefined || typeof granted === 'string'
      ? granted === 'own' || granted === 'team'
      : Object.values(granted).some((scope) => scope !== 'all'),
  );
  if (isPartial && !access) refuse('a grant on part of its records needs an owner (access)');
  if (!access) return;
  const { own, team = '' } = access;
  if (own !== 'createdBy' && fields[own]?.spec.target !== 'identity.user')
    refuse(`its owner ${own} is no user: ref('identity.user') is`);
  const [field = '', targetField] = team.split('.');
  const target = fields[field]?.spec.target;
  if (team && (targetField === undefined ? target !== 'identity.user' : !target))
    refuse(`${team} leads to no user`);
}

/** Nothing writes the rows of a view: no operation, no transition, no merge of a record that they refer to. */
function checkView(resource: ResourceDefinition, refuse: (reason: string) => never): void {
  const { view, operations, lifecycle, fields, referable } = resource;
  if (!view) return;
  if (referable || operations.some((operation) => operation !== 'read'))
    refuse('it is a view, whose records are only read');
  if (Object.keys(lifecycle?.transitions ?? {}).length)
    refuse('it is a view, whose records have no transitions');
  for (const [field, { spec }] of Object.entries(fields))
    if (spec.kind === 'children' || storesLabel(spec) || spec.encrypted || isForeignRef(resource, spec))
      refuse(`${field} is written by the kernel, and it is a view`);
}

/** Records that others refer to belong to a tenant; one is replaced by another one of its own kind. */
function checkReferable(
  { name, referable, replacedBy, tenancy, fields, variantOf }: ResourceDefinition,
  refuse: (reason: string) => never,
): void {
  if (referable && tenancy === 'self') refuse('its records are tenants, which belong to none');
  if (replacedBy && fields[replacedBy]?.spec.target !== (variantOf ?? name))
    refuse(`${replacedBy} names no record that could replace this one`);
}

function checkLifecycle(
  { name, fields }: ResourceDefinition,
  { states, path, derivedFrom, transitions }: ErasedLifecycle,
  refuse: (reason: string) => never,
): void {
  const unknownState = [...(path ?? []), ...(derivedFrom?.states ?? [])].find(
    (state) => !states.includes(state),
  );
  if (unknownState !== undefined) refuse(`${unknownState} is not one of its states`);
  if (states.includes(SAME_STATE))
    refuse(`${SAME_STATE} is no state: it is where a transition keeps the state`);
  for (const [transition, definition] of Object.entries(transitions)) {
    const { auto, system, right, when, from, to, keeps, input = {}, confirm } = definition as LooseTransition;
    if (!auto !== !when) refuse(`${transition} is done by itself when a condition holds: it needs both`);
    const strange = keeps?.find((state) => !from.includes(state));
    if (strange !== undefined) refuse(`${transition} keeps ${strange}, which it does not begin in`);
    if (keeps && (to === SAME_STATE || from.every((state) => keeps.includes(state))))
      refuse(`${transition} keeps all of its states: it leads to ${SAME_STATE}`);
    if (auto && (from.includes(to) || to === SAME_STATE || keeps))
      refuse(`${transition} is done by itself and leads where it begins: it never ends`);
    if ([auto, system, right].filter(Boolean).length !== 1)
      refuse(`${transition} needs a right, or is done by the system or by itself`);
    if (auto && Object.keys(input).length)
      refuse(`${transition} is done by itself: nobody fills in its input`);
    checkFields(`${name}.${transition}`, input, true, new Set());
    for (const [of, { spec }] of Object.entries(input)) {
      const rows = spec.rows && fields[spec.rows.field]?.spec.fields;
      const isOffered = Object.keys(spec.rows?.where ?? {}).every(
        (field) => rows && Object.hasOwn(rows, field),
      );
      if (spec.rows && (!rows || !isOffered))
        refuse(`${transition} offers rows for ${of} that the record has not`);
    }
    for (const field of confirm === true ? [] : (confirm ?? [])) {
      const spec = fields[field]?.spec;
      if (spec ? !isListable(spec) : field !== 'state')
        refuse(`${transition} cannot show ${field} before it is confirmed`);
    }
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
    for (const field of together)
      if (without(field, (spec) => isSortable(spec) && !isComputed(spec)))
        refuse(`${field} cannot be unique`);
  for (const field of Object.keys(resource.derive))
    if (without(field, (spec) => !isComputed(spec)))
      refuse(`${field} is computed by the database and cannot be derived`);
  if (resource.sortable && specOf('position')?.kind !== 'int')
    refuse('its order is kept in a field position, which sortable(fields) adds');
  checkAccess(resource, refuse);
  checkView(resource, refuse);
  checkReferable(resource, refuse);
  if (lifecycle) checkLifecycle(resource, lifecycle, refuse);
  for (const [field, { spec }] of Object.entries(fields)) {
    const on = spec.numbering?.on;
    if (on && on !== 'create' && !Object.hasOwn(lifecycle?.transitions ?? {}, on))
      refuse(`${field} is numbered on ${on}, which is no transition`);
    const datedBy = spec.numbering?.datedBy;
    if (datedBy && (fields[datedBy]?.spec.kind !== 'date' || on === 'create'))
      refuse(`${field} is dated by ${datedBy}, which is no date that a transition fixes`);
    const problem = spec.numbering && formatProblem(spec.numbering);
    if (problem) refuse(`${field} ${problem}`);
    const strange = lifecycle && spec.editableIn?.find((state) => !lifecycle.states.includes(state));
    if (strange !== undefined) refuse(`${field} is editable in ${strange}, which is no state`);
    if (spec.editableIn && !lifecycle) refuse(`${field} is editable in some states, and there are none`);
  }
}
