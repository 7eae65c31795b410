import type { Tx } from '@coulisse/service-kit';
import { defineCommand } from '@coulisse/resource-server';
import { show } from '../../resources';

/** Registers an id for public URLs. It is never removed: the URL of a deleted record returns 404 anyway. */
export async function publishId(tx: Tx, id: string, kind: 'SHOW' | 'PERFORMANCE'): Promise<void> {
  await tx.sql.query('INSERT INTO public_id (id, tenant_id, kind) VALUES ($1, $2, $3)', [
    id,
    tx.tenantId,
    kind,
  ]);
}

export const createShow = defineCommand(show, 'create', async ({ tx, proceed }) => {
  const record = await proceed();
  await publishId(tx, record.id, 'SHOW');
  return record;
});
