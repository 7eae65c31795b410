import { systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { admissions, isOpen, paceAfter, refilled, type WaitingRoomLimits } from './waiting-room.domain';
import { admitFirst, countRoom, lockRoom, saveRound } from './waiting-room.store';

export interface RoundOptions {
  limits: WaitingRoomLimits;
  /** This process is overloaded. */
  isOverloaded: boolean;
}

/** One round of one room; false while another replica does it. */
export async function admitWaiting(
  tx: Tx,
  performanceId: string,
  { limits, isOverloaded }: RoundOptions,
): Promise<boolean> {
  const room = await lockRoom(tx, performanceId, limits.buyers);
  if (!room) return false;
  const counts = await countRoom(tx, performanceId);
  const state = {
    mode: room.mode,
    buyers: room.buyers,
    inside: counts.inside,
    waiting: counts.waiting,
    placesLeft: counts.places_left,
    onSale: room.on_sale,
    isPaused: room.paused || isOverloaded,
    budget: refilled(room.budget, room.seconds, limits.admittedPerSecond),
  };
  const admitted = await admitFirst(tx, performanceId, admissions(state));
  const after = { ...state, inside: state.inside + admitted, waiting: state.waiting - admitted };
  await saveRound(tx, performanceId, {
    ...counts,
    inside: after.inside,
    waiting: after.waiting,
    budget: Math.max(0, state.budget - admitted),
    pace: paceAfter(room.pace, admitted, room.seconds),
    isOpen: isOpen(after),
    isOverloaded,
  });
  return true;
}

export const runRound = (
  ctx: ServiceContext,
  tenantId: string,
  performanceId: string,
  options: RoundOptions,
): Promise<boolean> =>
  ctx.db.inTenant(systemActor(tenantId, 'admit waiting buyers'), (tx) =>
    admitWaiting(tx, performanceId, options),
  );
