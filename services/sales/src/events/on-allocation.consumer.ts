import { consumer } from '@coulisse/service-kit';
import { settle } from '../features/bills/settlement.store';
import { lockBoxOffice, reservationsOf } from '../features/box-office/box-office.store';
import { shareBoxOffice } from '../features/box-office/settle-box-office.command';

/** What payments settle of bills. A payment names every bill that it ever settled, with what it settles now. */
export const onAllocation = consumer('payments.allocation.v1', 'sales.on-allocation', {
  async changed({ paymentId, version, allocations }, tx, _meta, ctx) {
    // In the order of their ids, as everywhere: two payments with the same bills do not wait for each other.
    const inOrder = [...allocations].sort((a, b) => (a.billId < b.billId ? -1 : 1));
    const reservationIds = await reservationsOf(
      tx,
      inOrder.map(({ billId }) => billId),
    );
    await lockBoxOffice(tx, reservationIds);
    for (const { billId, amountMinor } of inOrder)
      await settle(tx, ctx, { billId, source: 'PAYMENT', sourceId: paymentId, version, amountMinor });
    // A bill that was paid at the box office meanwhile counts one of both: the money of the other is on no bill.
    for (const reservationId of reservationIds) await shareBoxOffice(tx, ctx, reservationId);
  },
});
