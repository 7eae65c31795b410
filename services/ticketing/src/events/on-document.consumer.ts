import { consumer } from '@coulisse/service-kit';
import { isTicketsDocument } from '../features/messages/kinds-of-events';
import { editionOfKey } from '../features/messages/ticket-documents';
import { recordStep } from '../features/sale/settle-payment.command';

/** Stores the id of the document with the tickets of a reservation. */
export const onDocument = consumer(
  'documents.document.v1',
  'ticketing.on-document',
  {
    async rendered(document, tx) {
      if (!isTicketsDocument(document)) return;
      const { documentId, subjectId, key } = document;
      // Tickets of an earlier edition are void, in part or all of them.
      const { rowCount } = await tx.sql.query(
        `UPDATE sale_process SET document_id = $3 WHERE tenant_id = $1 AND reservation_id = $2 AND outcome = 'VALIDATED' AND edition = $4`,
        [tx.tenantId, subjectId, documentId, editionOfKey(key)],
      );
      if (rowCount > 0) recordStep(tx, subjectId, 'RENDERED');
    },
  },
  { together: 50, isGathered: true },
);
