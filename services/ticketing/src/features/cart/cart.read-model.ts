import { Problem, type Tx } from '@coulisse/service-kit';
import type { CustomerFields } from '../../resources/reservation.resource';
import { performanceById, type PublicPerformanceWithShow } from '../catalogue/performances.read-model';
import { publicFormulas } from '../catalogue/sale-terms.read-model';
import { priceSeats, totalMinor } from '../checkout/pricing.domain';
import { vatOf, type VatLine } from '../checkout/vat.domain';
import { discounted, PROMOTION, type PromotionRow } from '../promotion-codes/promotion-code.store';
import { seatsFrom, seatsOfCart } from '../performance-seats/seats.read-model';
import { openCart, timeOf } from './cart.store';

export interface CartView {
  id: string;
  performance: PublicPerformanceWithShow | null;
  lines: {
    seatId: string;
    row: string;
    number: string;
    categoryId: string;
    categoryName: string;
    formulaId: string;
    formulaName: string;
    priceMinor: number;
  }[];
  /** What is left to pay, and what the promotion code took off. */
  totalMinor: number;
  discountMinor: number;
  promotionCode: string | null;
  /** The gift voucher, and what it pays of the total; the rest is left to pay. */
  giftVoucher: { code: string; voucherMinor: number } | null;
  leftToPayMinor: number;
  vat: VatLine[];
  expiresAt: string | null;
  secondsLeft: number;
  extendable: boolean;
  reservation: { id: string; code: string; state: string } | null;
  customer: (CustomerFields & { email: string; language: string }) | null;
}

interface ReservationRow extends PromotionRow {
  id: string;
  code: string;
  state: string;
  language: string;
  customer_email: string;
  customer_fields: CustomerFields;
  voucher_code: string | null;
  voucher_minor: number;
}

const RESERVATION = `SELECT r.id, r.code, r.state, r.language, r.customer_email, r.customer_fields, ${PROMOTION},
    v.code AS voucher_code, (coalesce(r.gift_voucher_amount, 0) * 100)::int AS voucher_minor
  FROM reservation r LEFT JOIN promotion_code c ON c.tenant_id = r.tenant_id AND c.id = r.promotion_code_id
  LEFT JOIN gift_voucher v ON v.tenant_id = r.tenant_id AND v.id = r.gift_voucher_id
  WHERE r.tenant_id = $1 AND r.id = $2`;

/** The open cart as its buyer sees it. Once its time has run out it holds no seat. */
export async function readCart(tx: Tx, token: string | null): Promise<CartView> {
  const cart = await openCart(tx, token, 'read');
  if (!cart) throw new Problem('cart.not-found');
  const [seats] = await tx.sql.batch([seatsOfCart(tx, cart.performanceId, cart.id)]);
  const held = seatsFrom(seats);
  const { priced: fullPrice } = priceSeats(
    held,
    await publicFormulas(tx, cart.performanceId),
    cart.formulaBySeat,
  );
  const found = await tx.sql.query<ReservationRow & Record<string, unknown>>(RESERVATION, [
    tx.tenantId,
    cart.reservationId,
  ]);
  const reservation = found.rows[0];
  const { priced, discountMinor } = reservation
    ? discounted(reservation, fullPrice)
    : { priced: fullPrice, discountMinor: 0 };
  const total = totalMinor(priced);
  const voucherMinor = Math.min(total, reservation?.voucher_minor ?? 0);
  return {
    id: cart.id,
    performance: await performanceById(tx, cart.performanceId),
    lines: priced.map(({ seat, formula }) => ({
      seatId: seat.id,
      row: seat.row,
      number: seat.number,
      tableId: seat.tableId,
      categoryId: seat.categoryId,
      categoryName: seat.categoryName,
      formulaId: formula.id,
      formulaName: formula.name,
      priceMinor: formula.priceMinor,
    })),
    totalMinor: total,
    discountMinor,
    promotionCode: discountMinor > 0 ? (reservation?.promotion?.code ?? null) : null,
    giftVoucher: reservation?.voucher_code ? { code: reservation.voucher_code, voucherMinor } : null,
    leftToPayMinor: total - voucherMinor,
    vat: vatOf(priced.map(({ formula }) => formula.vat)),
    ...timeOf(cart, held.length),
    reservation: reservation
      ? { id: reservation.id, code: reservation.code, state: reservation.state }
      : null,
    customer: reservation
      ? { ...reservation.customer_fields, email: reservation.customer_email, language: reservation.language }
      : null,
  };
}
