import { may, Problem } from '@coulisse/service-kit';
import type { Command } from '@coulisse/resource-server';

/** Right to delete any note; others delete only their own. */
const ANYBODYS = 'crm.note.delete-any';

export const deleteNote: Command = async ({ id }, tx, _ctx, proceed) => {
  if (!may(tx.actor, ANYBODYS)) {
    const { rows } = await tx.sql.query<{ created_by: string | null }>(
      'SELECT created_by FROM note WHERE tenant_id = $1 AND id = $2',
      [tx.tenantId, id],
    );
    if (rows[0]?.created_by !== tx.actor.userId) throw new Problem('security.insufficient-privilege');
  }
  return proceed();
};
