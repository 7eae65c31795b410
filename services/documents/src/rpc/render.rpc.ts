import { documentRenderingV1 } from '@coulisse/contracts';
import { isPlainLine, Problem, rpc } from '@coulisse/service-kit';
import { z } from 'zod';
import type { PageRendering } from '../features/rendering/render-page';
import { withdrawDocuments } from '../features/rendering/withdraw-documents.command';

const line = (max: number) => z.string().min(1).max(max).refine(isPlainLine);
const name = z.string().regex(/^[a-z][a-z0-9-]{0,38}\.[a-z][a-z0-9-]{0,38}$/);
/** Characters; the message as a whole is limited to 4 MB. */
const html = z.string().min(1).max(4_000_000);
const renderRequest = z.object({
  tenantId: z.uuid(),
  subject: z.object({ resource: name, id: z.uuid(), label: line(160) }),
  kind: name,
  key: line(80),
  // No path, and nothing that a file system or a header reads in another way.
  fileName: z
    .string()
    .max(160)
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*\.pdf$/u),
  html,
});
const withdrawRequest = z.object({ tenantId: z.uuid(), kind: name, subjectId: z.uuid() });
const previewRequest = z.object({ html });

function parsed<S extends z.ZodType>(schema: S, request: unknown): z.output<S> {
  const { success, data } = schema.safeParse(request);
  if (!success) throw new Problem('request.malformed');
  return data;
}

export const renderRpc = (rendering: PageRendering) =>
  rpc(
    documentRenderingV1.RenderServiceService,
    {
      renderDocument: ['ticketing', 'sales'],
      withdrawDocuments: ['ticketing'],
      previewDocument: ['ticketing', 'sales'],
    },
    {
      renderDocument: (request, ctx, { caller }) =>
        rendering.render({ ...parsed(renderRequest, request), caller }, ctx),
      withdrawDocuments: async (request, ctx, { caller }) => ({
        withdrawn: await withdrawDocuments({ ...parsed(withdrawRequest, request), caller }, ctx),
      }),
      previewDocument: async (request) => ({
        content: await rendering.preview(parsed(previewRequest, request).html),
      }),
    },
  );
