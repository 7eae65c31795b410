import { Problem, type Tx } from '@coulisse/service-kit';
import { defineCommand } from '@coulisse/resource-server';
import { reservation } from '../../resources';
import { releaseHeld } from '../desk/hold-until.command';
import { giveBackToVoucher } from '../gift-vouchers/voucher-ledger.store';
import { depositTerms, REFUND_DEPOSIT } from '../instalments/deposit-rule';
import { announceSeats, freeSoldSeats } from '../holds/claim-seats.command';

/** Confirmation required to cancel while people of the reservation are in the room. */
export const PEOPLE_ARRIVED = 'people-arrived';

/** Puts the seats of a sold reservation back on sale. A draft has none of its own: its cart's clock runs on. */
async function takeBack(tx: Tx, reservationId: string, performanceId: string): Promise<void> {
  const { rows } = await tx.sql.query<{ seat_id: string; item_id: string | null }>(
    `UPDATE ticket SET state = 'CANCELED' WHERE tenant_id = $1 AND reservation_id = $2 AND state = 'VALIDATED' RETURNING seat_id, item_id`,
    [tx.tenantId, reservationId],
  );
  const freed = await freeSoldSeats(
    tx,
    reservationId,
    rows.flatMap((row) => (row.item_id === null ? [] : [row.seat_id])),
    performanceId,
  );
  await announceSeats(tx, performanceId, freed, 'FREE');
}

/** Sets the outcome that the buyer polls: VOIDED for a sale, CANCELLED for a draft. */
async function endSale(tx: Tx, reservationId: string, wasValidated: boolean): Promise<void> {
  await tx.sql.query(
    `UPDATE sale_process SET outcome = $3 WHERE tenant_id = $1 AND reservation_id = $2 AND outcome <> 'REFUND'`,
    [tx.tenantId, reservationId, wasValidated ? 'VOIDED' : 'CANCELLED'],
  );
}

const NOTHING = { paymentIds: [], refundMinor: 0 };

/** What was paid of a reservation and is not given back. */
async function depositOf(tx: Tx, reservationId: string): Promise<number> {
  const { rows } = await tx.sql.query<{ minor: number }>(
    `SELECT coalesce(sum(amount_minor - to_refund_minor - refunded_minor), 0)::int AS minor FROM reservation_payment
     WHERE tenant_id = $1 AND reservation_id = $2 AND state = 'ACCEPTED'`,
    [tx.tenantId, reservationId],
  );
  return rows[0]?.minor ?? 0;
}

/** Marks everything not refunded yet for refund; returns the payments concerned and the sum. */
async function moneyToGiveBack(
  tx: Tx,
  reservationId: string,
): Promise<{ paymentIds: string[]; refundMinor: number }> {
  const { rows } = await tx.sql.query<{ id: string; left_minor: number }>(
    `WITH owed AS (
       SELECT id, amount_minor - to_refund_minor - refunded_minor AS left_minor FROM reservation_payment
       WHERE tenant_id = $1 AND reservation_id = $2 AND state = 'ACCEPTED'
         AND amount_minor > to_refund_minor + refunded_minor FOR UPDATE)
     UPDATE reservation_payment p SET to_refund_minor = p.to_refund_minor + owed.left_minor, refund_reason = 'CANCELLED'
     FROM owed WHERE p.tenant_id = $1 AND p.id = owed.id RETURNING p.id, owed.left_minor`,
    [tx.tenantId, reservationId],
  );
  return {
    paymentIds: rows.map(({ id }) => id).sort(),
    refundMinor: rows.reduce((sum, row) => sum + row.left_minor, 0),
  };
}

/**
 * `cancel` of a reservation; the pipeline has locked it and checked the transition. People in the room do not forbid
 * it, but the caller has to confirm it.
 */
export const cancelReservation = defineCommand(
  reservation,
  'cancel',
  async ({ record, confirmed, tx, proceed }) => {
    const { id: reservationId, state, representation: performanceId, arrivedCount: count } = record;
    if (count > 0 && !confirmed.includes(PEOPLE_ARRIVED))
      throw new Problem('reservation.people-arrived', {
        params: { count },
        extensions: { confirm: PEOPLE_ARRIVED },
      });
    const wasValidated = state === 'VALIDATED';
    const wasPromised = state === 'PRE_RESERVATION' || state === 'QUOTE_REQUESTED';
    // What a gift voucher paid is worth something again, and is no money to refund.
    const toVoucherMinor = await giveBackToVoucher(tx, reservationId);
    if (wasValidated) await takeBack(tx, reservationId, performanceId);
    if (state === 'PRE_RESERVATION') await releaseHeld(tx, reservationId);
    await endSale(tx, reservationId, wasValidated);
    const keeps =
      state === 'PRE_RESERVATION' &&
      !confirmed.includes(REFUND_DEPOSIT) &&
      (await depositTerms(tx, reservationId)).keeps;
    const keptMinor = keeps ? await depositOf(tx, reservationId) : 0;
    const { paymentIds, refundMinor } = keeps ? NOTHING : await moneyToGiveBack(tx, reservationId);
    const canceled = await proceed();
    await tx.publish('ticketing.reservation.v1', reservationId, {
      $case: 'canceled',
      value: {
        reservationId,
        performanceId,
        paymentIds,
        refundMinor,
        wasValidated,
        wasPromised,
        ...(keptMinor > 0 && { keptMinor }),
        ...(toVoucherMinor > 0 && { toVoucherMinor }),
      },
    });
    return canceled;
  },
);
