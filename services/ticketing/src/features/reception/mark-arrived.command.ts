import type { Resources } from '@coulisse/resource-server';
import { Problem, withAllRights, type Tx } from '@coulisse/service-kit';
import { reservation } from '../../resources';
import { receptionLine, type ReceptionLine } from './reception.read-model';

/** Sets how many people of a party have arrived: a count, or `all`. Repeating it changes nothing. */
export async function markArrived(
  tx: Tx,
  resources: Resources,
  performanceId: string,
  reservationId: string,
  count: number | 'all',
): Promise<ReceptionLine> {
  // The route has checked the right to the reception.
  const actor = withAllRights(tx.actor);
  const reservations = resources.of(reservation);
  const locked = await reservations.lock(tx, actor, reservationId);
  const before = locked.record;
  if (before.representation !== performanceId || !['VALIDATED', 'CANCELED'].includes(before.state))
    throw new Problem('http.404');
  const max = before.numberOfPlaces;
  const arrived = count === 'all' ? max : count;
  // Void tickets admit nobody; people who have arrived may be counted out.
  if (before.state === 'CANCELED' && arrived >= before.arrivedCount)
    throw new Problem('reception.ticket-canceled', { params: { code: before.code } });
  if (arrived > max)
    throw new Problem('reception.arrived-too-many', {
      params: { max },
      errors: [{ pointer: '/arrivedCount', code: 'reception.arrived-too-many', params: { max } }],
    });
  if (arrived !== before.arrivedCount) {
    const arrivedAt = arrived === 0 ? null : (before.arrivedAt ?? new Date().toISOString());
    const changes = { arrivedCount: arrived, arrivedAt };
    await reservations.update(tx, actor, locked, changes, { action: 'arrived' });
  }
  const line = await receptionLine(tx, performanceId, reservationId);
  if (!line) throw new Problem('http.404');
  return line;
}
