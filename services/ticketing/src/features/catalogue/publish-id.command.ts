import type { Tx } from '@coulisse/service-kit';
import type { Command } from '@coulisse/resource-server';

/** Registers an id for public URLs. It is never removed: the URL of a deleted record returns 404 anyway. */
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
