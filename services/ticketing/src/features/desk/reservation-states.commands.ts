import { defineCommand, type Resources } from '@coulisse/resource-server';
import { systemActor, type Tx } from '@coulisse/service-kit';
import { v7 as uuidv7 } from 'uuid';
import { reservation } from '../../resources';
import { HOLD_MINUTES } from '../holds/hold.domain';
import { giveBackToVoucher } from '../gift-vouchers/voucher-ledger.store';
import { storeSchedule } from '../instalments/instalments.store';
import { tellMoney } from '../paid-money/tell-money';
import { checkDeadline } from './check-deadline';
import { holdUntil } from './hold-until.command';

/** States with a deadline: the seats are held until then. */
async function holdUntilDeadline(
  tx: Tx,
  id: string,
  { input, record }: { input: { deadline: string }; record: { giftVoucher: unknown } },
): Promise<void> {
  const deadline = new Date(input.deadline);
  await checkDeadline(tx, id, deadline, '/input/deadline');
  await holdUntil(tx, id, deadline, { named: true });
  // What it took of a gift voucher pays for it from now on.
  if (record.giftVoucher) await tellMoney(tx, id);
}

/** A mail of its own tells the buyer: of the link, or of the offer. */
const holdSeats = defineCommand(
  reservation,
  ['reserve_by_link', 'quote_request'],
  async ({ id, record, input, tx, proceed }) => {
    await holdUntilDeadline(tx, id, { input, record });
    return proceed();
  },
);

const preReserve = defineCommand(
  reservation,
  ['pre_reserve', 'pre_reserve_quote'],
  async ({ id, record, input, tx, proceed }) => {
    await holdUntilDeadline(tx, id, { input, record });
    const reserved = await proceed();
    await tx.publish('ticketing.reservation.v1', id, {
      $case: 'preReserved',
      value: { reservationId: id, promise: uuidv7() },
    });
    return reserved;
  },
);

/** A new attempt: an earlier payment no longer counts as the current one. */
const REOPEN = `UPDATE sale_process SET outcome = 'PENDING', payment_id = NULL, attempt = attempt + 1
  WHERE tenant_id = $1 AND reservation_id = $2`;

/** The seats are held as those of a new cart, or the transition is refused. */
const backToDraft = defineCommand(reservation, 'back_to_draft', async ({ id, record, tx, proceed }) => {
  await holdUntil(tx, id, new Date(Date.now() + HOLD_MINUTES * 60_000), { named: false });
  tx.defer({ text: REOPEN, values: [tx.tenantId, id] });
  // A draft may get another total: what was agreed is agreed again.
  storeSchedule(tx, id, []);
  if (record.giftVoucher) await tellMoney(tx, id);
  return proceed();
});

export const reservationStates = [holdSeats, preReserve, backToDraft];

/** A payment that was started shortly before the deadline may still be accepted; what a deposit reserved is for people to decide. */
const OVERDUE = `SELECT r.id, r.deadline FROM reservation r WHERE r.tenant_id = $1 AND r.state = 'PRE_RESERVATION' AND r.deadline <= now()
  AND NOT EXISTS (SELECT 1 FROM reservation_payment p WHERE p.tenant_id = r.tenant_id AND p.reservation_id = r.id
    AND (p.state = 'STARTED' AND p.at > now() - interval '30 minutes'
      OR p.state = 'ACCEPTED' AND p.amount_minor > p.to_refund_minor + p.refunded_minor))
  ORDER BY r.deadline LIMIT 50 FOR UPDATE SKIP LOCKED`;

/** Cancels pre-reservations whose deadline has passed; their seats expired with it. */
export async function expirePreReservations(tx: Tx, resources: Resources): Promise<void> {
  const { rows } = await tx.sql.query<{ id: string; deadline: Date }>(OVERDUE, [tx.tenantId]);
  const actor = systemActor(tx.tenantId, 'expire pre-reservations');
  for (const { id, deadline } of rows) {
    const toVoucherMinor = await giveBackToVoucher(tx, id);
    if (toVoucherMinor > 0) await tellMoney(tx, id);
    await resources.of(reservation).transition(tx, actor, id, 'expire');
    await tx.publish('ticketing.reservation.v1', id, {
      $case: 'expired',
      value: {
        ...{ reservationId: id, deadline: deadline.toISOString() },
        ...(toVoucherMinor > 0 && { toVoucherMinor }),
      },
    });
  }
  await tx.sql.query(
    `UPDATE sale_process SET outcome = 'CANCELLED'
     WHERE tenant_id = $1 AND reservation_id = ANY ($2::uuid[]) AND outcome IN ('PENDING', 'REFUSED')`,
    [tx.tenantId, rows.map(({ id }) => id)],
  );
}
