import { randomUUID } from 'node:crypto';
import {
  featuresOf,
  isShown,
  isWritable,
  transitionRight,
  type ResourceDefinition,
} from '@coulisse/resource';
import { baseOf, type Body } from './resource-harness';

/** A route of a resource, with a body that does as little harm as it can. */
export interface Door {
  method: string;
  path: string;
  /** Without which it answers 403; absent where any token opens it. */
  right: string;
  body?: Body;
  headers?: Record<string, string>;
}

/** A change that PATCH accepts: the first free text, else nothing. */
export function harmlessChange(resource: ResourceDefinition): Body {
  const field = Object.entries(resource.fields).find(
    ([name, { spec }]) =>
      spec.kind === 'text' && isWritable(resource, name) && (spec.min ?? 0) <= 7 && (spec.max ?? 255) >= 7,
  );
  return field ? { [field[0]]: 'changed' } : {};
}

/** Every route of a resource that takes the id of a record. */
export function recordDoors(resource: ResourceDefinition, id: string): Door[] {
  const path = `${baseOf(resource)}/${id}`;
  const { operations, lifecycle, attachable, fields } = resource;
  const { archivable, duplicable } = featuresOf(resource);
  const [reads, updates, deletes] = (['read', 'update', 'delete'] as const).map((one) =>
    operations.includes(one),
  );
  const ifMatch = { 'if-match': '"1"' };
  const door = (method: string, end: string, right: string, more: Partial<Door> = {}): Door => ({
    method,
    path: path + end,
    right: `${resource.rights}.${right}`,
    ...more,
  });
  const secret = Object.keys(fields).find((name) => fields[name]?.spec.sensitive && isShown(resource, name));
  return [
    ...(reads ? ['', '/history', '/neighbours'].map((end) => door('GET', end, 'read')) : []),
    ...(updates ? [door('PATCH', '', 'update', { body: harmlessChange(resource), headers: ifMatch })] : []),
    ...(updates && archivable ? ['/archive', '/restore'].map((end) => door('POST', end, 'update')) : []),
    ...(reads && updates ? [door('POST', '/comments', 'update', { body: { text: 'said' } })] : []),
    ...(reads && duplicable ? [door('POST', '/duplicate', 'create', { body: {} })] : []),
    ...(reads && secret ? [door('POST', '/reveal', 'sensitive', { body: { field: secret } })] : []),
    ...(reads && attachable
      ? [
          door('GET', '/attachments', 'read'),
          door('POST', '/attachments', 'update', { body: { file: randomUUID() } }),
          door('DELETE', `/attachments/${randomUUID()}`, 'update'),
        ]
      : []),
    ...Object.entries(lifecycle?.transitions ?? {}).map(([name]) => ({
      ...door('POST', `/transitions/${name}`, '', { body: {} }),
      right: transitionRight(resource, name),
    })),
    ...(deletes ? [door('DELETE', '', 'delete')] : []),
  ];
}
