import { isRedacted, type Fields, type FieldSpec, type ResourceDefinition } from '@coulisse/resource';
import type { Changes } from '../types';

const REDACTED = '•••';
const redacted = (value: unknown) => (value === null || value === undefined ? null : REDACTED);

function redactedValue(spec: FieldSpec | undefined, value: unknown): unknown {
  if (!spec) return value;
  if (isRedacted(spec)) return redacted(value);
  const { fields } = spec;
  if (!fields || !Array.isArray(value)) return value;
  return value.map((row: Record<string, unknown>) => redactedRow(fields, row));
}
const redactedRow = (fields: Fields, row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, redactedValue(fields[name]?.spec, value)]),
  );

const secretFieldsCache = new WeakMap<Fields, boolean>();
/** Whether any field or child field is secret; computed once per definition. */
function hasSecrets(fields: Fields): boolean {
  const cached = secretFieldsCache.get(fields);
  if (cached !== undefined) return cached;
  const found = Object.values(fields).some(({ spec }) => isRedacted(spec) || hasSecrets(spec.fields ?? {}));
  secretFieldsCache.set(fields, found);
  return found;
}

/** Changes as stored in the history: for a sensitive or encrypted value only that it changed and whether it was set. */
export function redactChanges({ fields }: ResourceDefinition, changes: Changes): Changes {
  if (!hasSecrets(fields)) return changes;
  return Object.fromEntries(
    Object.entries(changes).map(([name, [before, after]]): [string, Changes[string]] => [
      name,
      [redactedValue(fields[name]?.spec, before), redactedValue(fields[name]?.spec, after)],
    ]),
  );
}
