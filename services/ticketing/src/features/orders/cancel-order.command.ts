import type { Resources } from '@coulisse/resource-server';
import { Problem, systemActor, type Tx } from '@coulisse/service-kit';
import { reservation } from '../../resources';
import { lockSale } from '../sale/settle-payment.command';
import { readOrder, type OrderRequest } from './order.read-model';

/**
 * Cancels a whole order for its buyer, if the theatre allows it still. `refundMinor` is the amount that the buyer has seen: when
 * another one would come back by now, nothing is canceled.
 */
export async function cancelOrder(
  tx: Tx,
  resources: Resources,
  { refundMinor, ...request }: OrderRequest & { refundMinor: number },
): Promise<void> {
  const { reservationId } = request;
  await lockSale(tx, reservationId);
  const { cancellation } = await readOrder(tx, request);
  if (!cancellation) throw new Problem('order.cancellation-closed');
  if (cancellation.refundMinor !== refundMinor) throw new Problem('order.refund-changed');
  // The link is the buyer's right; the transition itself is one of the staff.
  const buyer = systemActor(tx.tenantId, 'ticketing.order-page');
  await resources.of(reservation).transition(tx, buyer, reservationId, 'cancel');
}
