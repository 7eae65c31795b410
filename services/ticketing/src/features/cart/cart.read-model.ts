import { Problem, type Tx } from '@coulisse/service-kit';
import type { z } from 'zod';
import type { CustomerFields } from '../../resources/reservation.resource';
import { performanceById, type PublicPerformanceWithShow } from '../catalogue/performances.read-model';
import { publicFormulas } from '../catalogue/sale-terms.read-model';
import { priceSeats, totalMinor } from '../checkout/pricing.domain';
import { vatOf, type VatLine } from '../checkout/vat.domain';
import { driverSeatOf, type driversOfCart } from '../drivers/drivers-of-cart';
import { countedPlaces, driverRights, withoutDrivers } from '../drivers/driver-places.domain';
import { discounted, PROMOTION, type PromotionRow } from '../promotion-codes/promotion-code.store';
import { optionsTotal } from '../options/option-choice.domain';
import {
  OPTIONS_OF_RESERVATION,
  soldOptionsFrom,
  type SoldOption,
} from '../options/reservation-options.store';
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
  /** Free places of the group's drivers: how many its places give a right to, and those that are held. */
  drivers: z.infer<typeof driversOfCart>;
  /** Options may be bought with what the performance sells. */
  offersOptions: boolean;
  /** Those of the last save. */
  options: Pick<SoldOption, 'formulaId' | 'optionId' | 'quantity' | 'detail' | 'priceMinor'>[];
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

const OFFERS_OPTIONS = `SELECT 1 FROM performance p
  JOIN formula f ON f.tenant_id = p.tenant_id AND f.id = ANY (p.formulas)
  JOIN option o ON o.tenant_id = f.tenant_id AND o.id = ANY (f.options) AND o.display_on_reservations_mode = 'ALL'
  WHERE p.tenant_id = $1 AND p.id = $2 LIMIT 1`;

/** The open cart as its buyer sees it. Once its time has run out it holds no seat. */
export async function readCart(tx: Tx, token: string | null): Promise<CartView> {
  const cart = await openCart(tx, token, 'read');
  if (!cart) throw new Problem('cart.not-found');
  const [seats, offers, found, chosen] = await tx.sql.batch([
    seatsOfCart(tx, cart.performanceId, cart.id),
    { name: 'offers-options', text: OFFERS_OPTIONS, values: [tx.tenantId, cart.performanceId] },
    { name: 'reservation-of-cart', text: RESERVATION, values: [tx.tenantId, cart.reservationId] },
    { name: 'options-of-cart', text: OPTIONS_OF_RESERVATION, values: [tx.tenantId, cart.reservationId] },
  ]);
  const held = seatsFrom(seats);
  const { places, drivers } = withoutDrivers(held, cart.driverSeats);
  const { priced: fullPrice } = priceSeats(
    places,
    await publicFormulas(tx, cart.performanceId),
    cart.formulaBySeat,
  );
  const [reservation] = (found?.rows ?? []) as unknown as ReservationRow[];
  const options = soldOptionsFrom(chosen?.rows);
  const { priced, discountMinor } = reservation
    ? discounted(reservation, fullPrice)
    : { priced: fullPrice, discountMinor: 0 };
  const total = totalMinor(priced) + optionsTotal(options);
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
    drivers: {
      allowed: cart.isOffer ? 0 : driverRights(countedPlaces(fullPrice)).length,
      seats: drivers.map(driverSeatOf),
    },
    offersOptions: (offers?.rows.length ?? 0) > 0,
    options: options.map(({ formulaId, optionId, quantity, detail, priceMinor }) => ({
      ...{ formulaId, optionId, quantity, detail, priceMinor },
    })),
    totalMinor: total,
    discountMinor,
    promotionCode: discountMinor > 0 ? (reservation?.promotion?.code ?? null) : null,
    giftVoucher: reservation?.voucher_code ? { code: reservation.voucher_code, voucherMinor } : null,
    leftToPayMinor: total - voucherMinor,
    vat: vatOf([...priced.map(({ formula }) => formula.vat), ...options.map(({ vat }) => vat)]),
    ...timeOf(cart, held.length),
    reservation: reservation
      ? { id: reservation.id, code: reservation.code, state: reservation.state }
      : null,
    customer: reservation
      ? { ...reservation.customer_fields, email: reservation.customer_email, language: reservation.language }
      : null,
  };
}
