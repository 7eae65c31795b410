import { consumer } from '@coulisse/service-kit';
import { isTicketsDocument } from '../features/messages/kinds-of-events';
import { saleData } from '../features/messages/sale-data';
import { editionOfKey } from '../features/messages/ticket-documents';
import type { SaleMails } from '../features/messages/sale-mails';
import { ticketsMail } from '../features/messages/sale-template-kinds';

/**
 * Mails rendered tickets to their buyer, unless the reservation was cancelled meanwhile. A group of its own, so that the
 * tickets can be downloaded while no mail can be sent.
 */
export const mailsOnDocument = (mails: SaleMails) =>
  consumer(
    'documents.document.v1',
    'ticketing.mails-on-document',
    {
      rendered: {
        prepare: async (document, { tenantId }, ctx) => {
          if (!isTicketsDocument(document)) return;
          const { documentId, subjectId: reservationId } = document;
          const edition = editionOfKey(document.key);
          await mails.send(
            tenantId,
            {
              kind: ticketsMail,
              key: edition === 1 ? `tickets:${reservationId}` : `tickets:${reservationId}:${edition}`,
              reservationId,
              data: saleData,
              documentIds: [documentId],
              isNeeded: (sale) => sale.state !== 'CANCELED' && !sale.isWithheld && sale.edition === edition,
            },
            ctx,
          );
        },
        handle: () => Promise.resolve(),
      },
    },
    { together: 20, isGathered: true },
  );
