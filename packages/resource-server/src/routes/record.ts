import { featuresOf, type Operation } from '@coulisse/resource';
import { z } from 'zod';
import { expectedVersion, requiredVersion, route, type Route } from '@coulisse/service-kit/http';
import { bodyOf } from '../openapi';
import { replyCreated, replyRecord, type RouteGroup } from './route-group';

/** Routes of one record: read, create, update, delete. */
export const recordRoutes: RouteGroup = ({
  resource,
  pipeline,
  base,
  common,
  record,
  id,
  body,
  access,
  call,
  idempotency,
}) => {
  const byOperation: Record<Operation, () => Route[]> = {
    read: () => [
      route.get(
        `${base}/{id}`,
        {
          ...common,
          summary: `Read one ${resource.name}`,
          access: access('read'),
          params: id,
          response: record,
        },
        async (request) => replyRecord(await pipeline.read(call(request), request.params.id)),
      ),
    ],
    create: () => [
      route.post(
        base,
        {
          ...common,
          ...idempotency,
          summary: `Create a ${resource.name}`,
          access: access('create'),
          body,
          response: record,
          status: 201,
          openapi: () => bodyOf(resource, 'create'),
        },
        async (request) => replyCreated(base, await pipeline.create(call(request), request.body)),
      ),
    ],
    update: () => [
      route.patch(
        `${base}/{id}`,
        {
          ...common,
          ...idempotency,
          summary: `Change a ${resource.name}: absent leaves, null clears`,
          access: access('update'),
          params: id,
          body,
          response: record,
          openapi: () => bodyOf(resource, 'update'),
        },
        async (request) => {
          const version = requiredVersion(request.headers['if-match']);
          return replyRecord(await pipeline.update(call(request), request.params.id, version, request.body));
        },
      ),
    ],
    delete: () => [
      route.delete(
        `${base}/{id}`,
        {
          ...common,
          ...idempotency,
          summary: `Delete a ${resource.name}`,
          access: access('delete'),
          params: id,
          status: 204,
        },
        async (request) => {
          const version = expectedVersion(request.headers['if-match']);
          await pipeline.delete(call(request), request.params.id, version);
        },
      ),
    ],
  };
  return resource.operations.flatMap((operation) => byOperation[operation]());
};

const revealBody = z.strictObject({ field: z.string('validation.type') });
const revealed = z.object({ value: z.unknown() });

/** Further routes of one record: archive, restore, duplicate, reveal. */
export const actionRoutes: RouteGroup = ({
  resource,
  pipeline,
  base,
  common,
  record,
  id,
  body,
  access,
  call,
  idempotency,
}) => {
  const { duplicable, archivable } = featuresOf(resource);
  const updates = resource.operations.includes('update');
  const reads = resource.operations.includes('read');
  const archiving = (name: 'archive' | 'restore') =>
    route.post(
      `${base}/{id}/${name}`,
      {
        ...common,
        ...idempotency,
        summary: name === 'archive' ? `Put a ${resource.name} away` : `Take a ${resource.name} out again`,
        access: access('update'),
        params: id,
        response: record,
      },
      async (request) => {
        const version = expectedVersion(request.headers['if-match']);
        const archived = name === 'archive';
        return replyRecord(await pipeline.archive(call(request), request.params.id, archived, version));
      },
    );
  const duplicate = () =>
    route.post(
      `${base}/{id}/duplicate`,
      {
        ...common,
        ...idempotency,
        summary: `Copy a ${resource.name}; the body gives values that are to differ`,
        access: access('create'),
        params: id,
        body,
        response: record,
        status: 201,
      },
      async (request) =>
        replyCreated(base, await pipeline.duplicate(call(request), request.params.id, request.body)),
    );
  const reveal = () =>
    route.post(
      `${base}/{id}/reveal`,
      {
        ...common,
        summary: `Show a sensitive value of a ${resource.name}; the history keeps who asked`,
        access: { right: `${resource.rights}.secret`, scoped: true },
        params: id,
        body: revealBody,
        response: revealed,
      },
      (request) => pipeline.reveal(call(request), request.params.id, request.body.field),
    );
  const hasSecrets = Object.values(resource.fields).some(({ spec }) => spec.secret);
  return [
    ...(archivable && updates ? [archiving('archive'), archiving('restore')] : []),
    ...(duplicable && reads ? [duplicate()] : []),
    ...(hasSecrets && reads ? [reveal()] : []),
  ];
};
