import type { Tx } from '@coulisse/service-kit';
import { v7 as uuid } from 'uuid';
import type { RenderedTickets } from './render-tickets';

/**
 * Serializes storing and withdrawing the tickets of a reservation: each transaction sees what the other committed.
 */
async function lockSubject(reservationId: string, tx: Tx): Promise<void> {
  await tx.sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `tickets:${tx.tenantId}:${reservationId}`,
  ]);
}

async function isWithdrawn(reservationId: string, tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.sql.query(
    `SELECT 1 FROM withdrawn_subject WHERE kind = 'TICKETS' AND subject_id = $1`,
    [reservationId],
  );
  return rowCount > 0;
}

/**
 * Inserts the document row of the reservation's stored tickets and publishes the event. A reservation has one such
 * document: a second call changes nothing, nor does a call after the cancellation.
 */
export async function storeTickets(reservationId: string, rendered: RenderedTickets, tx: Tx): Promise<void> {
  await lockSubject(reservationId, tx);
  if (await isWithdrawn(reservationId, tx)) return;
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

/** Withdraws the tickets of a cancelled reservation and prevents later ones. */
export async function withdrawTickets(reservationId: string, tx: Tx): Promise<void> {
  await lockSubject(reservationId, tx);
  await tx.sql.query(
    `INSERT INTO withdrawn_subject (tenant_id, kind, subject_id) VALUES ($1, 'TICKETS', $2) ON CONFLICT DO NOTHING`,
    [tx.tenantId, reservationId],
  );
  const { rows } = await tx.sql.query<{ id: string; withdrawn_at: Date }>(
    `UPDATE document SET withdrawn_at = now(), version = version + 1, updated_at = now()
      WHERE kind = 'TICKETS' AND reservation_id = $1 AND withdrawn_at IS NULL RETURNING id, withdrawn_at`,
    [reservationId],
  );
  for (const { id, withdrawn_at } of rows)
    await tx.history('documents.document', id, 'withdraw', {
      withdrawnAt: [null, withdrawn_at.toISOString()],
    });
}

/** True when there is nothing to render: the reservation has its tickets, or they are withdrawn. */
export async function ticketsAreSettled(reservationId: string, tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.sql.query(
    `SELECT 1 FROM subject_document WHERE kind = 'TICKETS' AND subject_id = $1`,
    [reservationId],
  );
  return rowCount > 0 || isWithdrawn(reservationId, tx);
}
