import { isSecret, type Fields, type FieldSpec, type ResourceDefinition } from '@coulisse/resource';
import type { Changes } from '../types';

const HUSHED = '•••';
const hush = (value: unknown) => (value === null || value === undefined ? null : HUSHED);

function hushedValue(spec: FieldSpec | undefined, value: unknown): unknown {
  if (!spec) return value;
  if (isSecret(spec)) return hush(value);
  const { fields } = spec;
  if (!fields || !Array.isArray(value)) return value;
  return value.map((row: Record<string, unknown>) => hushedRow(fields, row));
}
const hushedRow = (fields: Fields, row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, hushedValue(fields[name]?.spec, value)]),
  );

const secretive = new WeakMap<Fields, boolean>();
/** Whether any field is a secret, or any of its children; worked out once. */
function hasSecrets(fields: Fields): boolean {
  const known = secretive.get(fields);
  if (known !== undefined) return known;
  const found = Object.values(fields).some(({ spec }) => isSecret(spec) || hasSecrets(spec.fields ?? {}));
  secretive.set(fields, found);
  return found;
}

/** Changes as the history keeps them: of a sensitive or encrypted value only that it changed, and whether there was one. */
export function hushedChanges({ fields }: ResourceDefinition, changes: Changes): Changes {
  if (!hasSecrets(fields)) return changes;
  return Object.fromEntries(
    Object.entries(changes).map(([name, [before, after]]): [string, Changes[string]] => [
      name,
      [hushedValue(fields[name]?.spec, before), hushedValue(fields[name]?.spec, after)],
    ]),
  );
}
