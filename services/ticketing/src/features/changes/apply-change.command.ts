import { formatAmount, parseAmount } from '@coulisse/money';
import type { Resources } from '@coulisse/resource-server';
import { withAllRights, type Actor, type Tx } from '@coulisse/service-kit';
import { reservation } from '../../resources';
import { returnToVoucher } from '../gift-vouchers/voucher-ledger.store';
import { announceSeats, freeSoldSeats } from '../holds/claim-seats.command';
import { splitBack, type ChangeMoney } from './change-money.domain';
import type { ChangeableSale, Place } from './changeable-sale.store';

/** Why a place is no longer of its reservation. */
export type CancelCause = 'CANCELED' | 'CHANGED';

const CANCEL_ITEMS = `UPDATE reservation_item SET canceled_at = now(), cancel_cause = $3
  WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND canceled_at IS NULL`;
const VOID_TICKETS = `UPDATE ticket SET state = 'CANCELED'
  WHERE tenant_id = $1 AND item_id = ANY ($2::uuid[]) AND state = 'VALIDATED'`;

/** Voids places and their tickets; their seats stay taken. */
export function voidPlaces(tx: Tx, ids: readonly string[], cause: CancelCause): void {
  tx.defer({ text: CANCEL_ITEMS, values: [tx.tenantId, ids, cause] });
  tx.defer({ text: VOID_TICKETS, values: [tx.tenantId, ids] });
}

/** Takes places out of a locked sale: their tickets are void, and their seats free. */
export async function removePlaces(
  tx: Tx,
  sale: ChangeableSale,
  removed: readonly Place[],
  cause: CancelCause,
): Promise<void> {
  voidPlaces(
    tx,
    removed.map(({ id }) => id),
    cause,
  );
  const seats = removed.map(({ seatId }) => seatId);
  const freed = await freeSoldSeats(tx, sale.reservation_id, seats, sale.performance_id);
  await announceSeats(tx, sale.performance_id, freed, 'FREE');
}

/** A set of tickets of its own: the document of the earlier one is not handed out any more. */
export const NEXT_EDITIONS = `UPDATE sale_process SET edition = edition + 1, document_id = NULL, steps = steps - 'RENDERED' - 'MAILED',
    is_withheld = coalesce($3, is_withheld)
  WHERE tenant_id = $1 AND reservation_id = ANY ($2::uuid[]) RETURNING reservation_id, edition`;

/** Another set of tickets for the same places and the same money. */
export async function writeEdition(tx: Tx, sale: ChangeableSale, action: string): Promise<void> {
  const { reservation_id: reservationId, performance_id: performanceId } = sale;
  tx.defer({ text: NEXT_EDITIONS, values: [tx.tenantId, [reservationId], sale.isWithheld] });
  await tx.history(reservation.name, reservationId, action, {});
  await tx.publish('ticketing.reservation.v1', reservationId, {
    $case: 'changed',
    value: { reservationId, performanceId, edition: sale.edition + 1, totalMinor: sale.total_minor },
  });
}

const MARK_PARTS = `UPDATE reservation_payment p SET to_refund_minor = p.to_refund_minor + part.amount, refund_reason = 'CHANGED'
  FROM unnest($3::uuid[], $4::int[]) AS part (id, amount)
  WHERE p.tenant_id = $1 AND p.reservation_id = $2 AND p.id = part.id`;

/**
 * Requests refunds of what is paid beyond a total, from the last payment on, and gives the rest back to the gift voucher;
 * returns how much that is.
 */
export async function returnMoney(tx: Tx, sale: ChangeableSale, amountMinor: number): Promise<number> {
  const { parts, toVoucherMinor: restMinor } = splitBack(sale.payments, amountMinor);
  const { reservation_id: reservationId } = sale;
  const toVoucherMinor = restMinor > 0 ? await returnToVoucher(tx, reservationId, restMinor) : 0;
  if (parts.length === 0) return toVoucherMinor;
  const columns = [parts.map(({ paymentId }) => paymentId), parts.map((part) => part.amountMinor)];
  tx.defer({ text: MARK_PARTS, values: [tx.tenantId, reservationId, ...columns] });
  await tx.publish('ticketing.reservation.v1', reservationId, {
    $case: 'overpaid',
    value: { reservationId, parts },
  });
  return toVoucherMinor;
}

/** What a voucher pays of a reservation, less what went back to it; a decimal text. */
export const voucherShare = (amount: string | null, toVoucherMinor: number) =>
  amount !== null &&
  toVoucherMinor > 0 && { giftVoucherAmount: formatAmount(parseAmount(amount) - toVoucherMinor) };

/** A locked sale after its places were changed. */
export interface ChangedSale {
  sale: ChangeableSale;
  performanceId: string;
  places: readonly Pick<Place, 'priceMinor' | 'discountMinor'>[];
  money: ChangeMoney;
  /** The tickets are handed out when what is due is paid. */
  isWithheld: boolean;
}

/** Writes what follows from changed places: the record, its edition and its money. */
export async function writeChange(
  tx: Tx,
  { resources, actor, action }: { resources: Resources; actor: Actor; action: string },
  { sale, performanceId, places, money, isWithheld }: ChangedSale,
): Promise<void> {
  const { reservation_id: reservationId } = sale;
  const reservations = resources.of(reservation);
  const seller = withAllRights(actor);
  const locked = await reservations.lock(tx, seller, reservationId);
  const { discountAmountTTC, discountAmountHT, giftVoucherAmount } = locked.record;
  const toVoucherMinor = await returnMoney(tx, sale, money.backMinor);
  const isMoved = performanceId !== sale.performance_id;
  const discountMinor = places.reduce((sum, place) => sum + place.discountMinor, 0);
  const hasDiscount = discountMinor > 0 && (discountAmountTTC !== null || discountAmountHT !== null);
  const values = {
    numberOfPlaces: places.length,
    totalTTC: formatAmount(money.totalMinor),
    ...voucherShare(giftVoucherAmount, toVoucherMinor),
    ...(isMoved && { representation: performanceId, tableNumber: null }),
    // An amount without tax is written with tax from now on: its share is known by place, in what was paid.
    ...(hasDiscount && { discountAmountTTC: formatAmount(discountMinor), discountAmountHT: null }),
  };
  await reservations.update(tx, seller, locked, values, { action });
  // An exchange for the same price changes no field of the record, and is told all the same.
  const isSamePrice = money.totalMinor === money.totalBeforeMinor && places.length === sale.places.length;
  if (isSamePrice && !isMoved) await tx.history(reservation.name, reservationId, action, {});
  tx.defer({ text: NEXT_EDITIONS, values: [tx.tenantId, [reservationId], isWithheld] });
  await tx.publish('ticketing.reservation.v1', reservationId, {
    $case: 'changed',
    value: { reservationId, performanceId, edition: sale.edition + 1, totalMinor: money.totalMinor },
  });
}
