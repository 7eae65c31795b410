import type { Operation, ResourceDefinition } from '@coulisse/resource';
import { z } from 'zod';
import { reply, type Reply, type Request, type Route } from '@coulisse/service-kit/http';
import { recordSchema } from '../openapi';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';

/** Common parts of the route groups of a resource. */
export interface RouteParts {
  readonly resource: ResourceDefinition;
  readonly pipeline: Pipeline;
  /** `/b/api/<path>`. */
  readonly base: string;
  /** The heading in the OpenAPI document. */
  readonly common: { tag: string };
  /** Schema of a record as it is served, for the OpenAPI document. */
  readonly record: () => z.ZodType;
  /** Parameters of a route with an id. */
  readonly id: z.ZodObject<{ id: z.ZodString }>;
  /** Any object: the pipeline validates it. */
  readonly body: z.ZodObject;
  /** Accepts idempotency keys, unless records are tenants: before one exists, no tenant can store the key. */
  readonly idempotency: { idempotent?: true };
  access(operation: Operation): { right: string; scoped: true };
  call(request: Pick<Request, 'actor' | 'language'>): Call;
}
/** A group of routes; empty if the resource does not have the feature. */
export type RouteGroup = (parts: RouteParts) => Route[];

/** Made once, and only when it is read: the schemas of all records take several MB of a service. */
function recordSchemaOf(resource: ResourceDefinition): () => z.ZodType {
  let schema: z.ZodType | undefined;
  return () => (schema ??= recordSchema(resource));
}

const recordParameters = z.object({ id: z.string() });
const anyBody = z.looseObject({});

export const routePartsOf = (resource: ResourceDefinition, pipeline: Pipeline): RouteParts => ({
  resource,
  pipeline,
  base: `/b/api/${resource.path}`,
  common: { tag: resource.name },
  record: recordSchemaOf(resource),
  id: recordParameters,
  body: anyBody,
  idempotency: resource.tenancy === 'row' ? { idempotent: true } : {},
  access: (operation) => ({ right: `${resource.rights}.${operation}`, scoped: true }),
  call: ({ actor, language }) => ({ resource, actor, language }),
});

const etag = (version: number) => ({ ETag: `"${version}"` });
/** The response with a record and its version, after a read or a change. */
export const replyRecord = (record: { version: number }): Reply =>
  reply(record, { headers: etag(record.version) });
/** The response with a created record and its location. */
export const replyCreated = (base: string, record: { id: string; version: number }): Reply =>
  reply(record, { status: 201, headers: { ...etag(record.version), Location: `${base}/${record.id}` } });
