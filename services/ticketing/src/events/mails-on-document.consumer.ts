import { consumer } from '@coulisse/service-kit';
import { isTicketsDocument, isVoucherDocument } from '../features/messages/kinds-of-events';
import { saleData } from '../features/messages/sale-data';
import { editionOfKey } from '../features/messages/ticket-documents';
import type { SaleMails } from '../features/messages/sale-mails';
import { ticketsMail } from '../features/messages/sale-template-kinds';
import { buyerMailData } from '../features/messages/voucher-data';
import { voucherDocumentKey } from '../features/messages/voucher-documents';
import type { VoucherMails } from '../features/messages/voucher-mails';
import { voucherMail } from '../features/messages/voucher-template-kinds';

/**
 * Mails rendered tickets and gift vouchers to their buyers, unless the sale was cancelled meanwhile. A group of its own, so that the
 * tickets can be downloaded while no mail can be sent.
 */
export const mailsOnDocument = (mails: SaleMails, voucherMails: VoucherMails) =>
  consumer(
    'documents.document.v1',
    'ticketing.mails-on-document',
    {
      rendered: {
        prepare: async (document, { tenantId }, ctx) => {
          const { documentId, subjectId } = document;
          if (isVoucherDocument(document))
            return voucherMails.send(
              tenantId,
              {
                kind: voucherMail,
                // A voucher that lasts longer has another PDF, and no second mail.
                key: `gift-voucher:${subjectId}`,
                voucherId: subjectId,
                data: buyerMailData,
                documentIds: [documentId],
                isNeeded: ({ state, validityDate }) =>
                  state === 'VALIDATED' && document.key === voucherDocumentKey(validityDate),
              },
              ctx,
            );
          if (!isTicketsDocument(document)) return;
          const reservationId = subjectId;
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
