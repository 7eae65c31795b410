import { startRounds, type ServiceContext } from '@coulisse/service-kit';
import type { PlacementRooms } from '../placement/rooms';
import { offerSeats } from './offer-seats.command';

const EVERY_MS = 1_000;

const DUE = `SELECT tenant_id, performance_id FROM waiting_list WHERE is_active AND due_at <= now() ORDER BY due_at LIMIT 100`;

/** One round over the lists that are due. Every replica does rounds; the lock of a list decides which one offers its seats. */
export async function offerDueSeats(ctx: ServiceContext, rooms: PlacementRooms): Promise<void> {
  const { rows } = await ctx.db.askPlatform<{ tenant_id: string; performance_id: string }>(
    'find waiting lists that are due',
    { name: 'due-waiting-lists', text: DUE },
  );
  for (const { tenant_id: tenantId, performance_id: performanceId } of rows)
    try {
      await offerSeats(ctx, rooms, { tenantId, performanceId });
    } catch (error) {
      // One list must not keep the others waiting; its next look is a few seconds away.
      ctx.log.warn({ err: error, performanceId }, 'waiting_list.look_failed');
    }
}

export const startOfferingSeats = (ctx: ServiceContext, rooms: PlacementRooms): (() => Promise<void>) =>
  startRounds(
    () => offerDueSeats(ctx, rooms),
    EVERY_MS,
    (error) => ctx.log.warn({ err: error }, 'waiting_list.round_failed'),
  );
