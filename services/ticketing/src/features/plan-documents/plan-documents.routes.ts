import { route } from '@coulisse/service-kit';
import { sendFile } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { PLAN_DOCUMENTS, planDocumentHtml, planDocumentName } from './plan-documents.domain';
import { performanceDocument } from './plan-documents.read-model';

const base = '/b/api/configuration/representations/{id}';
const RENDER_DEADLINE_MS = 40_000;
const SUMMARIES = {
  plan: 'The plan of a performance with its parties, as PDF',
  options: 'Options of a performance with who has bought them, as PDF',
  labels: 'Labels for the tables of a performance, as PDF',
  reservations: 'Reservations of a performance, as PDF',
  'reservations-full': 'Reservations of a performance with everything about them, as PDF',
} as const;

type Kind = (typeof PLAN_DOCUMENTS)[number];

const documentRoute = (kind: Kind, method: typeof route.get = route.get) =>
  method(
    `${base}/${kind}-pdf`,
    {
      summary: SUMMARIES[kind],
      tag: 'Placement',
      access: { right: 'ticketing.reservation.read' },
      params: z.object({ id: z.uuid() }),
      stream: true,
      openapi: {
        responses: {
          200: {
            description: 'The file, as an attachment',
            content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
    },
    async ({ actor, params, language }, ctx, { res }) => {
      const document = await ctx.db.inTenant(actor, (tx) => performanceDocument(tx, params.id));
      const { content } = await ctx.clients.rendering.previewDocument(
        { html: planDocumentHtml(kind, document, language) },
        { deadlineMs: RENDER_DEADLINE_MS },
      );
      const name = planDocumentName(kind, document.performance.date, language);
      await sendFile(res, { name, mediaType: 'application/pdf' }, content);
    },
  );

/** Documents of a performance for the people who prepare the room. Nothing is stored: they say what is true now. */
export const planDocumentRoutes = [
  ...PLAN_DOCUMENTS.map((kind) => documentRoute(kind)),
  // The plan also answers POST: a form may post to it.
  documentRoute('plan', route.post),
];
