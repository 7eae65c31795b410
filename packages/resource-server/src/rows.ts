import {
  behaviourOf,
  BlockedError,
  numberedDates,
  rowsOf,
  type AnyRecord,
  type Blocker,
  type FieldSpec,
  type ResourceDefinition,
} from '@coulisse/resource';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import { canonical } from './codec';
import { blockedBy } from './present';
import type { Changes, Row } from './types';

const childrenFields = (resource: ResourceDefinition): [field: string, spec: FieldSpec][] =>
  Object.entries(resource.fields).flatMap(([field, { spec }]): [string, FieldSpec][] =>
    spec.kind === 'children' ? [[field, spec]] : [],
  );

/** Runs a derivation; one without a valid result refuses the write and names the field. */
export function derivation<R>(pointer: string, work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (error instanceof BlockedError) throw blockedBy([error.blocker]);
    if (!(error instanceof RangeError)) throw error;
    const errors: FieldError[] = [{ pointer, code: 'validation.number' }];
    throw new Problem('validation.failed', { errors, cause: error });
  }
}

const canonicalValues = ({ fields = {} }: FieldSpec, values: Row): Row =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const spec = fields[name]?.spec;
      if (!spec) throw new Error(`${name} is derived and is no field of a row`);
      return [name, canonical(spec, value)];
    }),
  );

/** The record with the derived values of its rows. */
export function withDerivedRows(resource: ResourceDefinition, record: AnyRecord): AnyRecord {
  let derived: Row = record;
  for (const [field, spec] of childrenFields(resource)) {
    const { derive, deriveAll } = behaviourOf(spec);
    const own = Object.entries(derive);
    const rows = rowsOf(derived[field]);
    if (rows.length === 0 || (!deriveAll && own.length === 0)) continue;
    const before = derived;
    const together = deriveAll ? derivation(`/${field}`, () => deriveAll(rows, before)) : [];
    derived = {
      ...derived,
      [field]: rows.map((stored, index): Row => {
        const row = { ...stored, ...canonicalValues(spec, together[index] ?? {}) };
        for (const [name, compute] of own) {
          const value = derivation(`/${field}/${index}/${name}`, () => compute(row, before));
          Object.assign(row, canonicalValues(spec, { [name]: value }));
        }
        return row;
      }),
    };
  }
  return derived as unknown as AnyRecord;
}

const POINTER = /^\/([A-Za-z]\w*)\/(\d{1,3})$/;

/**
 * Replaces references such as `/groups/0`, which name a row of the same request, by the id of that row, and refuses
 * those that name no row of the record.
 */
export function resolveSiblings(resource: ResourceDefinition, record: Row): Row {
  const resolved = { ...record };
  const errors: FieldError[] = [];
  for (const [field, spec] of childrenFields(resource)) {
    const references = Object.entries(spec.fields ?? {}).flatMap(([name, inner]) =>
      inner.spec.sibling === undefined ? [] : [{ name, sibling: inner.spec.sibling }],
    );
    if (references.length === 0 || !(field in record)) continue;
    resolved[field] = rowsOf(record[field]).map((row, index) => {
      const changed: Row = { ...row };
      for (const { name, sibling } of references) {
        const value = row[name];
        if (value === null || value === undefined) continue;
        const siblings = rowsOf(record[sibling]);
        const [, target, place] = POINTER.exec(String(value)) ?? [];
        const found = target === sibling ? siblings[Number(place)] : siblings.find(({ id }) => id === value);
        if (found) changed[name] = found.id;
        else errors.push({ pointer: `/${field}/${index}/${name}`, code: 'validation.choice' });
      }
      return changed;
    });
  }
  if (errors.length) throw new Problem('validation.failed', { errors });
  return resolved;
}

/** The value of a reference to a row, as a request without ids names it: a copy has new rows. */
export function siblingPointer({ sibling }: FieldSpec, record: Row, value: unknown): unknown {
  if (sibling === undefined) return value;
  const index = rowsOf(record[sibling]).findIndex(({ id }) => id === value);
  return index < 0 ? null : `/${sibling}/${index}`;
}

/** Refuses changes that callers made to fields that the state of the record, or its number, locks. */
export function refuseLocked(
  resource: ResourceDefinition,
  before: AnyRecord,
  values: Row,
  changes: Changes,
): void {
  const dates = numberedDates(resource, before);
  const blockers = Object.keys(changes).flatMap((field): Blocker[] => {
    const { editableIn } = resource.fields[field]?.spec ?? {};
    if (!(field in values)) return [];
    const pointer = `/${field}`;
    if (editableIn && !editableIn.includes(before.state)) return [{ code: 'record.locked-field', pointer }];
    return dates.includes(field) ? [{ code: 'document.date-numbered', pointer }] : [];
  });
  if (blockers.length) throw blockedBy(blockers, {}, 409);
}
