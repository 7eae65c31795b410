import type { Tx } from '@coulisse/service-kit';
import type { Command } from '@coulisse/service-kit/kernel/index';

/** Makes an id findable from public addresses. It is never taken back: an address that is dead answers 404 by itself. */
export async function publishId(tx: Tx, id: string, kind: 'SHOW' | 'PERFORMANCE'): Promise<void> {
  await tx.sql.query('INSERT INTO public_id (id, tenant_id, kind) VALUES ($1, $2, $3)', [
    id,
    tx.tenantId,
    kind,
  ]);
}

export const createShow: Command = async (_input, tx, _ctx, proceed) => {
  const record = await proceed();
  await publishId(tx, record.id, 'SHOW');
  return record;
};
