import { systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import type { Statement } from '@coulisse/service-kit/database';

/** Documents of a kind about a record of the calling service. */
export interface DocumentsOfSubject {
  /** The calling service. */
  readonly caller: string;
  readonly tenantId: string;
  readonly kind: string;
  readonly subjectId: string;
}

/**
 * Serializes storing and withdrawing the documents of a subject: each transaction sees what the other committed.
 */
export const lockOfSubject = (
  tenantId: string,
  { caller, kind, subjectId }: DocumentsOfSubject,
): Statement => ({
  name: 'document-subject-lock',
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [JSON.stringify([tenantId, caller, kind, subjectId])],
});

/** Has a row when the documents of the subject are withdrawn. */
export const withdrawalOf = (
  tenantId: string,
  { caller, kind, subjectId }: DocumentsOfSubject,
): Statement => ({
  name: 'document-subject-withdrawn',
  text: 'SELECT 1 FROM withdrawn_subject WHERE tenant_id = $1 AND caller = $2 AND kind = $3 AND subject_id = $4',
  values: [tenantId, caller, kind, subjectId],
});

/** Withdraws the documents of a subject and prevents later ones; returns how many this call withdrew. */
export async function withdrawInside(tx: Tx, documents: DocumentsOfSubject): Promise<number> {
  const { caller, kind, subjectId } = documents;
  await tx.sql.batch([lockOfSubject(tx.tenantId, documents)]);
  await tx.sql.query(
    `INSERT INTO withdrawn_subject (tenant_id, caller, kind, subject_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id, caller, kind, subject_id) DO NOTHING`,
    [tx.tenantId, caller, kind, subjectId],
  );
  const { rows } = await tx.sql.query<{ id: string; withdrawn_at: Date }>(
    `UPDATE document d SET withdrawn_at = now(), version = d.version + 1, updated_at = now() FROM rendered_document r
     WHERE r.tenant_id = $1 AND r.caller = $2 AND r.kind = $3 AND r.subject_id = $4
       AND d.tenant_id = r.tenant_id AND d.id = r.document_id AND d.withdrawn_at IS NULL
     RETURNING d.id, d.withdrawn_at`,
    [tx.tenantId, caller, kind, subjectId],
  );
  for (const { id, withdrawn_at } of rows)
    await tx.history('documents.document', id, 'withdraw', {
      withdrawnAt: [null, withdrawn_at.toISOString()],
    });
  return rows.length;
}

/** The same in a transaction of its own. */
export const withdrawDocuments = (documents: DocumentsOfSubject, ctx: ServiceContext): Promise<number> =>
  ctx.db.inTenant(systemActor(documents.tenantId, `documents.withdraw for ${documents.caller}`), (tx) =>
    withdrawInside(tx, documents),
  );
