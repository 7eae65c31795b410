import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import { deskSaleOf } from '../desk/sell-at-desk.command';
import { instalmentsOf } from '../instalments/instalments.store';
import type { HeldSale } from './sale-data';

/** Until when the seats of a reservation are held, what is paid of it and what was agreed; null when it has no deadline. */
export const heldSale = (
  tenantId: string,
  reservationId: string,
  ctx: ServiceContext,
): Promise<HeldSale | null> =>
  ctx.db.inTenant(systemActor(tenantId, 'ticketing.mails'), async (tx) => {
    const { rows } = await tx.sql.query<{ deadline: Date | null }>(
      'SELECT deadline FROM reservation WHERE tenant_id = $1 AND id = $2',
      [tx.tenantId, reservationId],
    );
    const deadline = rows[0]?.deadline;
    if (!deadline) return null;
    const { paidMinor } = await deskSaleOf(tx, reservationId);
    return { deadline, paidMinor, instalments: await instalmentsOf(tx, reservationId, paidMinor) };
  });
