import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { DOCUMENT_KINDS, documentDraft } from './document-draft.read-model';

export const documentDraftRoutes = [
  route.get(
    '/b/api/prestiscene/reservations/{id}/document-draft/{kind}',
    {
      summary: 'A quote or a bill for a reservation, as it is sent to sales: lines, title, terms of payment',
      tag: 'ticketing.reservation',
      access: { right: 'ticketing.reservation.read' },
      params: z.object({ id: z.uuid(), kind: z.enum(DOCUMENT_KINDS) }),
    },
    ({ actor, params: { id, kind } }, ctx) => ctx.db.inTenant(actor, (tx) => documentDraft(tx, id, kind)),
  ),
];
