import { hasColumn, isComputed, type AnyRecord, type ResourceDefinition } from '@coulisse/resource';
import type { Changes, Row } from './types';

/** The new values of changes. */
export const latest = (changes: Changes): Row =>
  Object.fromEntries(Object.entries(changes).map(([field, [, now]]) => [field, now]));

/** JSON with the keys of objects in order: the database does not keep the order of a json value. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );
const same = (left: unknown, right: unknown): boolean =>
  left === right ||
  (typeof left === 'object' &&
    typeof right === 'object' &&
    (JSON.stringify(left) === JSON.stringify(right) || ordered(left) === ordered(right)));

/** Fields that differ, each with its old and new value. */
export function differences(
  resource: ResourceDefinition,
  before: AnyRecord | null,
  after: AnyRecord | null,
): Changes {
  const changes: Changes = {};
  const compare = (name: string) => {
    const oldValue: unknown = before?.[name as 'state'] ?? null;
    const newValue: unknown = after?.[name as 'state'] ?? null;
    if (!same(oldValue, newValue)) changes[name] = [oldValue, newValue];
  };
  for (const [name, { spec }] of Object.entries(resource.fields))
    if ((hasColumn(spec) && !isComputed(spec)) || spec.kind === 'children') compare(name);
  if (resource.lifecycle) compare('state');
  return changes;
}
