import type { Tx } from '@coulisse/service-kit';

/** Tells that other money pays for a reservation, where no other event of the transaction does. */
export const tellMoney = (tx: Tx, reservationId: string): Promise<void> =>
  tx.publish('ticketing.reservation.v1', reservationId, { $case: 'moneyChanged', value: { reservationId } });
