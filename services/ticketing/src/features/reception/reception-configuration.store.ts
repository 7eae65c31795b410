import type { Tx } from '@coulisse/service-kit';

/** Which columns of the reception list a person shows. */
export interface ReceptionColumns {
  reservation: boolean;
  seats: boolean;
  table: boolean;
  telephone: boolean;
  options: boolean;
}
const USUAL: ReceptionColumns = {
  ...{ reservation: false, seats: true, table: true },
  ...{ telephone: false, options: true },
};

export async function receptionColumns(tx: Tx): Promise<{ columns: ReceptionColumns }> {
  const { rows } = await tx.sql.query<{ columns: Partial<ReceptionColumns> }>(
    'SELECT columns FROM reception_configuration WHERE tenant_id = $1 AND user_id = $2',
    [tx.tenantId, tx.actor.userId],
  );
  return { columns: { ...USUAL, ...rows[0]?.columns } };
}

export async function saveReceptionColumns(
  tx: Tx,
  columns: ReceptionColumns,
): Promise<{ columns: ReceptionColumns }> {
  await tx.sql.query(
    `INSERT INTO reception_configuration (tenant_id, user_id, columns) VALUES ($1, $2, $3)
     ON CONFLICT (tenant_id, user_id) DO UPDATE SET columns = excluded.columns, updated_at = now()`,
    [tx.tenantId, tx.actor.userId, JSON.stringify(columns)],
  );
  return { columns };
}
