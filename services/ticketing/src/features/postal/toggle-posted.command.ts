import type { RecordOperations } from '@coulisse/resource-server';
import type { Actor, Tx } from '@coulisse/service-kit';
import type { giftVoucher, reservation } from '../../resources';

type Posted = typeof giftVoucher | typeof reservation;

/** Notes that something was sent by post, or that it was not; the history says who did. Returns whether it is sent now. */
export async function togglePosted(
  records: RecordOperations<Posted>,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<boolean> {
  const locked = await records.lock(tx, actor, id);
  const step = locked.record.postalSended ? 'unpost' : 'post';
  const { postalSended } = await records.transition(tx, actor, locked, step);
  return postalSended === true;
}
