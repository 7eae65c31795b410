import { z } from 'zod';
import { named, reply, route, type Route } from '@coulisse/service-kit/http';
import { historySchema } from '../openapi';
import type { RouteGroup } from '../routes/route-group';
import { addAttachment, listAttachments, removeAttachment } from './attachments';
import { addComment } from './comment';
import { readHistory } from './history';

const attachment = named(
  'Attachment',
  z.object({
    id: z.uuid(),
    file: z.object({ id: z.uuid(), name: z.string(), mediaType: z.string(), size: z.int() }),
    addedBy: z.string(),
    at: z.iso.datetime(),
  }),
);
const comment = z.strictObject({
  text: z.string('validation.type').trim().min(1, 'validation.not-blank').max(5_000, 'validation.length'),
});

const historyQuery = z.strictObject({
  before: z.string().optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
});
const attachments = z.object({ items: z.array(attachment) });
const addition = z.strictObject({ file: z.string('validation.type') });

/** History, comments and attachments of a record. */
export const timelineRoutes: RouteGroup = ({ resource, pipeline, base, common, id, access, call }) => {
  if (!resource.operations.includes('read')) return [];
  const history = route.get(
    `${base}/{id}/history`,
    {
      ...common,
      summary: `Who changed a ${resource.name}, latest first`,
      access: access('read'),
      params: id,
      query: historyQuery,
      response: historySchema,
    },
    (request) => {
      const { before, size } = request.query;
      return readHistory(pipeline, call(request), request.params.id, {
        size,
        ...(before === undefined ? {} : { before }),
      });
    },
  );
  const changes: Route[] = resource.operations.includes('update')
    ? [
        route.post(
          `${base}/{id}/comments`,
          {
            ...common,
            summary: `Say something about a ${resource.name}`,
            access: access('update'),
            params: id,
            body: comment,
            status: 204,
            idempotent: true,
          },
          (request) => addComment(pipeline, call(request), request.params.id, request.body.text),
        ),
      ]
    : [];
  return [history, ...changes, ...(resource.attachable ? attachmentRoutes() : [])];

  function attachmentRoutes(): Route[] {
    const path = `${base}/{id}/attachments`;
    return [
      route.get(
        path,
        {
          ...common,
          summary: `Files of a ${resource.name}`,
          access: access('read'),
          params: id,
          response: attachments,
        },
        async (request) => ({ items: await listAttachments(pipeline, call(request), request.params.id) }),
      ),
      route.post(
        path,
        {
          ...common,
          summary: `Attach a file that was uploaded for a ${resource.name}`,
          access: access('update'),
          params: id,
          body: addition,
          response: attachment,
          status: 201,
        },
        async (request) =>
          reply(await addAttachment(pipeline, call(request), request.params.id, request.body.file), {
            status: 201,
          }),
      ),
      route.delete(
        `${path}/{attachment}`,
        {
          ...common,
          summary: `Take a file off a ${resource.name}`,
          access: access('update'),
          params: id.extend({ attachment: z.string() }),
          status: 204,
        },
        (request) => removeAttachment(pipeline, call(request), request.params.id, request.params.attachment),
      ),
    ];
  }
};
