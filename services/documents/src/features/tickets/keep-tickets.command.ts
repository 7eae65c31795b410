import type { Tx } from '@coulisse/service-kit';
import { v7 as uuid } from 'uuid';
import type { RenderedTickets } from './render-tickets';

/**
 * Names the stored file as the tickets of the reservation and tells the others. A reservation has one such document:
 * whoever comes second changes nothing.
 */
export async function keepTickets(reservationId: string, rendered: RenderedTickets, tx: Tx): Promise<void> {
  const documentId = uuid();
  const { rowCount } = await tx.sql.query(
    `INSERT INTO subject_document (id, tenant_id, kind, subject_id, document_id) VALUES ($1, $2, 'TICKETS', $3, $4)
     ON CONFLICT (tenant_id, kind, subject_id) DO NOTHING`,
    [uuid(), tx.tenantId, reservationId, documentId],
  );
  if (rowCount === 0) return;
  await tx.sql.query(
    `INSERT INTO document (id, tenant_id, file_name, kind, reservation_id, reservation_label, media_type, size, pages, sha256)
     VALUES ($1, $2, $3, 'TICKETS', $4, $5, $6, $7, $8, $9)`,
    [
      documentId,
      tx.tenantId,
      rendered.fileName,
      reservationId,
      rendered.reservationCode,
      rendered.mediaType,
      rendered.size,
      rendered.pages,
      rendered.sha256,
    ],
  );
  await tx.history('documents.document', documentId, 'create', { fileName: [null, rendered.fileName] });
  await tx.publish('documents.document.v1', documentId, {
    $case: 'rendered',
    value: { documentId, kind: 'TICKETS', subjectId: reservationId },
  });
}

/** True when the reservation has its tickets: a second event about it then costs no rendering. */
export async function hasTickets(reservationId: string, tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.sql.query(
    `SELECT 1 FROM subject_document WHERE kind = 'TICKETS' AND subject_id = $1`,
    [reservationId],
  );
  return rowCount > 0;
}
