import { randomUUID } from 'node:crypto';
import {
  behaviourOf,
  featuresOf,
  isShown,
  isWritable,
  transitionRight,
  wholeRight,
  type ResourceDefinition,
} from '@coulisse/resource';
import { baseOf, type Body } from './resource-harness';

/** A route of a resource, with a body that changes as little as possible. */
export interface Endpoint {
  method: string;
  path: string;
  /** The right that it requires; without it the response is 403. */
  right: string;
  body?: Body;
  headers?: Record<string, string>;
  /** Name of the transition that it executes. */
  transition?: string;
}

/** A change that PATCH accepts: the first text field, else none. */
export function harmlessChange(resource: ResourceDefinition): Body {
  const field = Object.entries(resource.fields).find(
    ([name, { spec }]) =>
      spec.kind === 'text' && isWritable(resource, name) && (spec.min ?? 0) <= 7 && (spec.max ?? 255) >= 7,
  );
  return field ? { [field[0]]: 'changed' } : {};
}

/** Every route of a resource that takes the id of a record. */
export function recordEndpoints(resource: ResourceDefinition, id: string): Endpoint[] {
  const path = `${baseOf(resource)}/${id}`;
  const { operations, lifecycle, attachable, fields } = resource;
  const { archivable, duplicable } = featuresOf(resource);
  const [reads, updates, deletes] = (['read', 'update', 'delete'] as const).map((operation) =>
    operations.includes(operation),
  );
  const ifMatch = { 'if-match': '"1"' };
  const endpoint = (
    method: string,
    end: string,
    right: string,
    overrides: Partial<Endpoint> = {},
  ): Endpoint => ({
    method,
    path: path + end,
    right: `${resource.rights}.${right}`,
    ...overrides,
  });
  const secret = Object.keys(fields).find((name) => fields[name]?.spec.secret && isShown(resource, name));
  return [
    ...(reads ? ['', '/history', '/neighbours'].map((end) => endpoint('GET', end, 'read')) : []),
    ...(updates
      ? [endpoint('PATCH', '', 'update', { body: harmlessChange(resource), headers: ifMatch })]
      : []),
    ...(updates && archivable ? ['/archive', '/restore'].map((end) => endpoint('POST', end, 'update')) : []),
    ...(reads && updates ? [endpoint('POST', '/comments', 'update', { body: { text: 'said' } })] : []),
    ...(reads && duplicable ? [endpoint('POST', '/duplicate', 'create', { body: {} })] : []),
    ...(reads && secret ? [endpoint('POST', '/reveal', 'secret', { body: { field: secret } })] : []),
    ...(reads && attachable
      ? [
          endpoint('GET', '/attachments', 'read'),
          endpoint('POST', '/attachments', 'update', { body: { file: randomUUID() } }),
          endpoint('DELETE', `/attachments/${randomUUID()}`, 'update'),
        ]
      : []),
    ...(updates ? rowEndpoints(resource).map((row) => ({ ...row, path: path + row.path })) : []),
    ...Object.entries(lifecycle?.transitions ?? {}).map(([name]) => ({
      ...endpoint('POST', `/transitions/${name}`, '', { body: {} }),
      right: transitionRight(resource, name),
      transition: name,
    })),
    ...(deletes ? [endpoint('DELETE', '', 'delete')] : []),
  ];
}

/** Routes of single rows of a record; no row has the id in their paths. */
function rowEndpoints(resource: ResourceDefinition): Endpoint[] {
  const headers = { 'if-match': '"1"' };
  const right = `${resource.rights}.update`;
  const fields = Object.entries(resource.fields).filter(
    ([name, { spec }]) => spec.kind === 'children' && isWritable(resource, name),
  );
  return fields.flatMap(([name, { spec }]) => {
    const row = `/${name}/${randomUUID()}`;
    const transitions = Object.entries(behaviourOf(spec).lifecycle?.transitions ?? {});
    return [
      { method: 'POST', path: `/${name}`, right, body: {}, headers },
      { method: 'PATCH', path: row, right, body: {}, headers },
      { method: 'DELETE', path: row, right, headers },
      { method: 'POST', path: `${row}/move`, right, body: { before: null }, headers },
      ...transitions.map(([transition, { right: word }]) => ({
        method: 'POST',
        path: `${row}/transitions/${transition}`,
        right: wholeRight(resource, word),
        body: {},
        headers,
      })),
    ];
  });
}
