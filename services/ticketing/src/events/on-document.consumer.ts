import { resourcesOf } from '@coulisse/resource-server';
import { consumer, NotTogether, type LockTogether } from '@coulisse/service-kit';
import { noteVoucherDocument } from '../features/gift-vouchers/note-document.command';
import { isTicketsDocument, isVoucherDocument } from '../features/messages/kinds-of-events';
import { editionOfKey } from '../features/messages/ticket-documents';
import { validityOfKey } from '../features/messages/voucher-documents';
import { lockSteps } from '../features/sale/lock-sales';
import { noteTicketsDocument } from '../features/sale/settle-payment.command';

const lockTogether: LockTogether<'documents.document.v1'> = async (events, tx) => {
  const ids = events.flatMap(({ event }) => {
    if (event.$case !== 'rendered') throw new NotTogether(event.$case);
    if (isVoucherDocument(event.value)) throw new NotTogether('a gift voucher');
    return isTicketsDocument(event.value) ? event.value.subjectId : [];
  });
  await lockSteps(tx, ids, { reservations: false });
};

/** Stores the ids of the documents of reservations and of gift vouchers. */
export const onDocument = consumer(
  'documents.document.v1',
  'ticketing.on-document',
  {
    async rendered(document, tx, _meta, ctx) {
      const { documentId, subjectId, key } = document;
      if (isVoucherDocument(document)) {
        const noted = { voucherId: subjectId, documentId, validityDate: validityOfKey(key) };
        return noteVoucherDocument(tx, resourcesOf(ctx), noted);
      }
      if (!isTicketsDocument(document)) return;
      noteTicketsDocument(tx, { reservationId: subjectId, documentId, edition: editionOfKey(key) });
    },
  },
  { together: 50, isGathered: true, lockTogether },
);
