import type { Tx } from '@coulisse/service-kit';
import type { SeatView } from '../room-plans/plan-pictures.domain';

/** A picture of what is seen from some seats of a performance. */
export type PublicSeatView = Omit<SeatView, 'itemId'>;

/** The views of a performance; null when there is no such performance. */
export async function seatViews(tx: Tx, performanceId: string): Promise<PublicSeatView[] | null> {
  const { rows } = await tx.sql.named<{ views: SeatView[] | null }>(
    'seat-views',
    `SELECT plan.views FROM performance
     LEFT JOIN performance_plan plan ON plan.tenant_id = performance.tenant_id AND plan.performance_id = performance.id
     WHERE performance.tenant_id = $1 AND performance.id = $2`,
    [tx.tenantId, performanceId],
  );
  if (!rows[0]) return null;
  return (rows[0].views ?? []).map(({ fileId, alt, seats }) => ({ fileId, alt, seats }));
}
