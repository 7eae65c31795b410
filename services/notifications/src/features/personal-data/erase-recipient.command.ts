import { publishRecords } from '@coulisse/resource-server';
import { ERASED_ADDRESS, type Tx } from '@coulisse/service-kit';
import { notification } from '../../resources';

const ERASE = `UPDATE notification SET email = '${ERASED_ADDRESS}', version = version + 1, updated_at = now()
  WHERE tenant_id = $1 AND email = $2 RETURNING id`;

/** The list of sent mails keeps that they were sent, no longer to whom. */
export async function eraseRecipient(tx: Tx, email: string): Promise<void> {
  const { rows } = await tx.sql.query<{ id: string }>(ERASE, [tx.tenantId, email]);
  await publishRecords(
    tx,
    notification,
    rows.map(({ id }) => id),
  );
}
