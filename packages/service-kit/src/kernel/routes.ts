import type { Operation, ResourceDefinition } from '@coulisse/resource';
import { transitionRight } from '@coulisse/resource';
import { z } from 'zod';
import { reply, route } from '../http/route';
import type { Request, Route } from '../http/types';
import { Problem } from '../problem/problem';
import { recordSchema, listSchema, listParameters, historySchema, bodyOf } from './openapi';
import type { Pipeline } from './pipeline';
import type { Call } from './types';

const etag = (version: number) => ({ ETag: `"${version}"` });

/** The version that the caller says it saw; null when it says nothing or `*`. */
function expectedVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1];
  if (version === undefined) throw new Problem('record.changed');
  return Number(version);
}
function requiredVersion(header: string | undefined): number | null {
  if (header === undefined) throw new Problem('request.precondition-required', { status: 428 });
  return expectedVersion(header);
}

/** The doors of a resource over HTTP: what each offers is what the pipeline does. */
export function resourceRoutes(resource: ResourceDefinition, pipeline: Pipeline): Route[] {
  const base = `/b/api/${resource.path}`;
  const access = (operation: Operation) => ({ right: `${resource.rights}.${operation}` });
  const call = ({ actor, language }: Pick<Request, 'actor' | 'language'>): Call => ({
    resource,
    actor,
    language,
  });
  const common = { tag: resource.name };
  const record = recordSchema(resource);
  const id = z.object({ id: z.string() });
  const body = z.looseObject({});

  const doors: Record<Operation, () => Route[]> = {
    read: () => [
      route.get(
        base,
        {
          ...common,
          summary: `List ${resource.name}`,
          access: access('read'),
          query: z.looseObject({}),
          response: listSchema(resource),
          openapi: listParameters(resource),
        },
        (request) => pipeline.list(call(request), request.query),
      ),
      route.get(
        `${base}/{id}`,
        {
          ...common,
          summary: `Read one ${resource.name}`,
          access: access('read'),
          params: id,
          response: record,
        },
        async (request) => {
          const found = await pipeline.read(call(request), request.params.id);
          return reply(found, { headers: etag(found.version) });
        },
      ),
      route.get(
        `${base}/{id}/history`,
        {
          ...common,
          summary: `Who changed a ${resource.name}`,
          access: access('read'),
          params: id,
          response: historySchema,
        },
        (request) => pipeline.history(call(request), request.params.id),
      ),
    ],
    create: () => [
      route.post(
        base,
        {
          ...common,
          summary: `Create a ${resource.name}`,
          access: access('create'),
          body,
          response: record,
          status: 201,
          // A record that is a tenant has no transaction to keep the key in before it exists.
          ...(resource.tenancy === 'row' ? { idempotent: true as const } : {}),
          openapi: bodyOf(resource, 'create'),
        },
        async (request) => {
          const made = await pipeline.create(call(request), request.body);
          return reply(made, {
            status: 201,
            headers: { ...etag(made.version), Location: `${base}/${made.id}` },
          });
        },
      ),
    ],
    update: () => [
      route.patch(
        `${base}/{id}`,
        {
          ...common,
          summary: `Change a ${resource.name}: absent leaves, null clears`,
          access: access('update'),
          params: id,
          body,
          response: record,
          openapi: bodyOf(resource, 'update'),
        },
        async (request) => {
          const version = requiredVersion(request.headers['if-match']);
          const changed = await pipeline.update(call(request), request.params.id, version, request.body);
          return reply(changed, { headers: etag(changed.version) });
        },
      ),
    ],
    delete: () => [
      route.delete(
        `${base}/{id}`,
        {
          ...common,
          summary: `Delete a ${resource.name}`,
          access: access('delete'),
          params: id,
          status: 204,
        },
        async (request) => {
          await pipeline.delete(
            call(request),
            request.params.id,
            expectedVersion(request.headers['if-match']),
          );
        },
      ),
    ],
  };

  const move = async (request: Request<{ id: string; transition: string }>, name: string) => {
    const moved = await pipeline.transition(
      call(request),
      request.params.id,
      name,
      expectedVersion(request.headers['if-match']),
    );
    return reply(moved, { headers: etag(moved.version) });
  };
  const transitions = Object.entries(resource.lifecycle?.transitions ?? {}).map(([name, { from, to }]) =>
    route.post(
      `${base}/{id}/transitions/${name}`,
      {
        ...common,
        summary: `${from.join(', ')} → ${to}`,
        access: { right: transitionRight(resource, name) },
        params: id,
        response: record,
      },
      (request) => move(request as unknown as Request<{ id: string; transition: string }>, name),
    ),
  );
  const unknown = transitions.length
    ? [
        route.post(
          `${base}/{id}/transitions/{transition}`,
          {
            ...common,
            summary: `Move a ${resource.name} to another state`,
            access: 'authenticated',
            params: id.extend({ transition: z.string() }),
            response: record,
          },
          (request) =>
            move(
              request as unknown as Request<{ id: string; transition: string }>,
              request.params.transition,
            ),
        ),
      ]
    : [];
  return [...resource.operations.flatMap((operation) => doors[operation]()), ...transitions, ...unknown];
}
