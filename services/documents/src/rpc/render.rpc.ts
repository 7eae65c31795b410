import { documentRenderingV1 } from '@coulisse/contracts';
import { isPlainLine, Problem, rpc } from '@coulisse/service-kit';
import {
  MOST_PLACES,
  namesItsPlaces,
  type Place,
  PLACE_ALIGNMENTS,
  PLACE_FONTS,
} from '@coulisse/templates/place';
import { z } from 'zod';
import type { PageRendering } from '../features/rendering/render-page';
import { withdrawDocuments } from '../features/rendering/withdraw-documents.command';

const line = (max: number) => z.string().min(1).max(max).refine(isPlainLine);
const name = z.string().regex(/^[a-z][a-z0-9-]{0,38}\.[a-z][a-z0-9-]{0,38}$/);
/** Characters; the message as a whole is limited to 4 MB. */
const html = z.string().min(1).max(4_000_000);
const content = z.string().max(20_000);
const textPlace = z.object({
  value: content,
  font: z.enum(PLACE_FONTS),
  weight: z.number().int().min(100).max(900).multipleOf(100),
  size: z.number().min(5).max(96),
  line: z.number().min(5).max(144),
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
  align: z.enum(PLACE_ALIGNMENTS),
});
const qrCodePlace = z.object({ value: content.min(1), size: z.number().min(28).max(400) });
const place = z
  .object({
    content: z.discriminatedUnion('$case', [
      z.object({ $case: z.literal('text'), value: textPlace }),
      z.object({ $case: z.literal('qrCode'), value: qrCodePlace }),
    ]),
  })
  .transform(({ content: { $case, value } }): Place => {
    if ($case === 'qrCode') return { kind: $case, ...value };
    const { value: text, ...style } = value;
    return { kind: $case, value: text, style };
  });
const renderRequest = z
  .object({
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
    places: z.array(place).max(MOST_PLACES),
    urgent: z.boolean(),
  })
  .refine(namesItsPlaces);
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
      renderDocument: (request, ctx, { caller, signal, deadline }) =>
        rendering.render({ ...parsed(renderRequest, request), caller }, ctx, { signal, deadline }),
      withdrawDocuments: async (request, ctx, { caller }) => ({
        withdrawn: await withdrawDocuments({ ...parsed(withdrawRequest, request), caller }, ctx),
      }),
      previewDocument: async (request, _ctx, { signal, deadline }) => ({
        content: await rendering.preview(parsed(previewRequest, request).html, { signal, deadline }),
      }),
    },
  );
