import type { Operation, ResourceDefinition } from '@coulisse/resource';
import { z } from 'zod';
import { reply, type Reply } from '../../http/route';
import type { Request, Route } from '../../http/types';
import { Problem } from '../../problem/problem';
import { recordSchema } from '../openapi';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';

/** What every group of routes of a resource is made from. */
export interface Doors {
  readonly resource: ResourceDefinition;
  readonly pipeline: Pipeline;
  /** `/b/api/<path>`. */
  readonly base: string;
  /** The heading in the OpenAPI document. */
  readonly common: { tag: string };
  /** Schema of a record as it is served, for the OpenAPI document. */
  readonly record: z.ZodType;
  /** Parameters of a route with an id. */
  readonly id: z.ZodObject<{ id: z.ZodString }>;
  /** Any object: the pipeline reads and checks it. */
  readonly body: z.ZodObject;
  /** Honours idempotency keys. A record that is a tenant has no transaction to keep the key in before it exists. */
  readonly keyed: { idempotent?: true };
  access(operation: Operation): { right: string };
  call(request: Pick<Request, 'actor' | 'language'>): Call;
}
/** A group of routes; a group whose resource has no such feature is empty. */
export type DoorGroup = (doors: Doors) => Route[];

export const doorsOf = (resource: ResourceDefinition, pipeline: Pipeline): Doors => ({
  resource,
  pipeline,
  base: `/b/api/${resource.path}`,
  common: { tag: resource.name },
  record: recordSchema(resource),
  id: z.object({ id: z.string() }),
  body: z.looseObject({}),
  keyed: resource.tenancy === 'row' ? { idempotent: true } : {},
  access: (operation) => ({ right: `${resource.rights}.${operation}` }),
  call: ({ actor, language }) => ({ resource, actor, language }),
});

const etag = (version: number) => ({ ETag: `"${version}"` });
/** A record with its version, as a read or a change answers it. */
export const replyRecord = (record: { version: number }): Reply =>
  reply(record, { headers: etag(record.version) });
/** A record that was just made, with where it is. */
export const replyMade = (base: string, record: { id: string; version: number }): Reply =>
  reply(record, { status: 201, headers: { ...etag(record.version), Location: `${base}/${record.id}` } });

/** The version that the caller says it saw; null when it says nothing or `*`. */
export function expectedVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1];
  if (version === undefined) throw new Problem('record.changed');
  return Number(version);
}
export function requiredVersion(header: string | undefined): number | null {
  if (header === undefined) throw new Problem('request.precondition-required', { status: 428 });
  return expectedVersion(header);
}
