import { formatAmount } from '@coulisse/money';
import { resourcesOf, type Resources } from '@coulisse/resource-server';
import { areConsecutive } from '@coulisse/seat-plan';
import {
  Problem,
  systemActor,
  withAllRights,
  type Actor,
  type ServiceContext,
  type Tx,
} from '@coulisse/service-kit';
import type { Language } from '@coulisse/contracts';
import { DateTime } from 'luxon';
import { v7 as uuidv7 } from 'uuid';
import { reservation } from '../../resources';
import { openCart, type Cart } from '../cart/cart.store';
import type { OfferedOptions } from '../catalogue/formula-options.read-model';
import { saleOfferWith, type SaleTerms } from '../catalogue/sale-terms.read-model';
import { withSameDiscount } from '../changes/exchange-prices.domain';
import { lockReserved, type ChangeableSale } from '../changes/changeable-sale.store';
import {
  priceSeats,
  saleErrors,
  totalMinor,
  type FormulaBySeat,
  type PricedSeat,
} from '../checkout/pricing.domain';
import { checkChannel } from '../checkout/sale-channel';
import { isAfterStart } from '../desk/deadline.domain';
import { holdUntil } from '../desk/hold-until.command';
import { announceSeats } from '../holds/claim-seats.command';
import { hashOf, newSecret } from '../holds/hold.domain';
import { amountsOf } from '../instalments/instalments.domain';
import { scheduleOf, storeSchedule } from '../instalments/instalments.store';
import { formulasOf, optionsTotal, priceOptions, type PricedOption } from '../options/option-choice.domain';
import {
  countedPlaces,
  driverPlaces,
  driverRights,
  peopleOf,
  withoutDrivers,
} from '../drivers/driver-places.domain';
import { forgetOptions, writeOptions } from '../options/reservation-options.store';
import { seatsAround, seatsFrom, seatsOfCarts, type SaleSeat } from '../performance-seats/seats.read-model';
import { forgetPlaces, writeSale } from '../reservations/places.store';
import { sellReservation } from '../sale/settle-payment.command';
import { fitsYearlyLimit } from '../settings/yearly-limit.domain';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { formulasOfRevision, optionsOfRevision } from './revision.domain';

export interface ReviseReservation {
  reservationId: string;
  /** Places that stay; none for another performance. */
  keep: readonly string[];
  /** Cart of the desk that holds the new seats; null when there are none. */
  cartToken: string | null;
  formulaBySeat: FormulaBySeat;
}

/** What a reservation would cost after a revision. */
export interface RevisionQuote {
  totalBeforeMinor: number;
  totalMinor: number;
  paidMinor: number;
  seats: { id: string; label: string; formula: string; priceMinor: number }[];
  options: { name: string; quantity: number; priceMinor: number }[];
}

interface Prepared {
  sale: ChangeableSale;
  cart: Cart | null;
  terms: SaleTerms;
  stayingSeats: string[];
  priced: PricedSeat<SaleSeat>[];
  /** Free places of the group's drivers. */
  drivers: PricedSeat<SaleSeat>[];
  options: PricedOption[];
  totalMinor: number;
}

const UNDER_WAY = `SELECT 1 FROM reservation_payment WHERE tenant_id = $1 AND reservation_id = $2 AND state = 'STARTED'
  AND at > now() - interval '30 minutes' LIMIT 1`;

/** A payment of the former total that arrives later could not be told from a wrong one. */
export async function checkNoPayment(tx: Tx, reservationId: string): Promise<void> {
  const { rowCount } = await tx.sql.query(UNDER_WAY, [tx.tenantId, reservationId]);
  if (rowCount > 0) throw new Problem('reservation.payment-under-way');
}

/** The drivers that come along: those that stay before new ones, as many as the places give a right to. */
function driversOf(
  seats: readonly SaleSeat[],
  staying: readonly string[],
  listed: readonly PricedSeat<SaleSeat>[],
  language: Language,
): PricedSeat<SaleSeat>[] {
  const former = withoutDrivers(seats, staying);
  const inOrder = [...former.drivers, ...former.places];
  return driverPlaces(inOrder, driverRights(countedPlaces(listed)), language);
}

async function checkTogether(tx: Tx, terms: SaleTerms, priced: PricedSeat<SaleSeat>[]): Promise<void> {
  const seats = priced.map(({ seat }) => seat);
  const around = terms.consecutivePlace
    ? await seatsAround(tx, terms.performanceId, [...new Set(seats.map(({ row }) => row))])
    : [];
  const rules = { isMultiFormule: terms.isMultiFormule, seatsMustTouch: terms.consecutivePlace };
  const errors = saleErrors(priced, rules, () => areConsecutive(seats, around));
  const [first] = errors;
  if (first) throw new Problem(first.code, { params: first.params, errors });
}

function optionsFor(
  offered: OfferedOptions,
  sale: ChangeableSale,
  priced: PricedSeat<SaleSeat>[],
): PricedOption[] {
  const formulas = formulasOf(priced);
  const choices = optionsOfRevision(sale.options, formulas, offered);
  const { priced: options, errors } = priceOptions(offered, formulas, choices);
  const [first] = errors;
  if (first) throw new Problem(first.code, { params: first.params, errors });
  return options;
}

/**
 * A reservation with other places: priced like a new sale today, with the share of its price that a discount took off
 * . Carts are locked before reservations, as by every writer of sales.
 */
async function prepare(tx: Tx, request: ReviseReservation): Promise<Prepared> {
  const cart = await openCart(tx, request.cartToken);
  // The cart of another order is no cart of new seats.
  if (request.cartToken && (!cart || cart.reservationId)) throw new Problem('cart.not-found');
  if (cart) checkChannel(cart, 'BOX_OFFICE');
  if (cart?.expired) throw new Problem('hold.expired');
  const sale = await lockReserved(tx, request.reservationId);
  await checkNoPayment(tx, request.reservationId);
  const staying = sale.places.filter(({ id }) => request.keep.includes(id));
  if (staying.length < new Set(request.keep).size) throw new Problem('reservation.changed-meanwhile');
  const performanceId = cart?.performanceId ?? sale.performance_id;
  if (performanceId !== sale.performance_id && staying.length > 0)
    throw new Problem('reservation.exchange-all');
  const keptSeats = staying.map(({ seatId }) => seatId);
  const statement = seatsOfCarts(tx, performanceId, cart?.id ?? null, {
    cartId: sale.cart_id,
    seats: keptSeats,
  });
  const { terms, offered, result } = await saleOfferWith(tx, performanceId, statement, 'BOX_OFFICE');
  if (!terms?.onSale) throw new Problem('performance.not-on-sale');
  const all = seatsFrom(result);
  const present = new Set(all.map(({ id }) => id));
  const formerDrivers = staying.filter(({ isDriver }) => isDriver).map(({ seatId }) => seatId);
  const { places: seats, drivers: driverSeats } = withoutDrivers(all, [
    ...formerDrivers,
    ...(cart?.driverSeats ?? []),
  ]);
  if (seats.length === 0) throw new Problem('hold.empty');
  if (keptSeats.some((id) => !present.has(id))) throw new Problem('reservation.seats-no-longer-available');
  if (!fitsYearlyLimit(terms.ticketsThisYear, terms.yearlyTicketLimit, all.length))
    throw new Problem('sale.yearly-limit');
  const chosen = formulasOfRevision(peopleOf(staying), terms.formulas, request.formulaBySeat);
  const { priced: listed, errors } = priceSeats(seats, terms.formulas, chosen);
  const [first] = errors;
  if (first) throw new Problem(first.code, { params: first.params, errors });
  await checkTogether(tx, terms, listed);
  const priced = withSameDiscount(listed, sale.places);
  const options = optionsFor(offered, sale, listed);
  const total = totalMinor(priced) + optionsTotal(options);
  // What was paid stays with the reservation: it is given back by a cancellation, not by fewer places.
  if (total < sale.paid_minor)
    throw new Problem('reservation.paid-more', { params: { paid: formatAmount(sale.paid_minor) } });
  const drivers = driversOf(driverSeats, formerDrivers, listed, sale.language);
  const remaining = new Set([...seats.map(({ id }) => id), ...drivers.map(({ seat }) => seat.id)]);
  const stayingSeats = keptSeats.filter((id) => remaining.has(id));
  return { sale, cart, terms, stayingSeats, priced, drivers, options, totalMinor: total };
}

const quoteOf = ({ sale, priced, drivers, options, totalMinor: total }: Prepared): RevisionQuote => ({
  totalBeforeMinor: sale.total_minor,
  totalMinor: total,
  paidMinor: sale.paid_minor,
  seats: [...priced, ...drivers].map(({ seat, formula }) => ({
    ...{ id: seat.id, label: seat.label, formula: formula.ticketName },
    priceMinor: formula.priceMinor,
  })),
  options: options.map(({ option: { name }, quantity, priceMinor }) => ({ name, quantity, priceMinor })),
});

/** What a revision would cost; nothing is written. */
export const quoteRevision = (
  actor: Actor,
  request: ReviseReservation,
  ctx: ServiceContext,
): Promise<RevisionQuote> => ctx.db.inTenant(actor, async (tx) => quoteOf(await prepare(tx, request)));

const TAKE_OVER = `UPDATE seat_claim SET cart_id = $3
  WHERE tenant_id = $1 AND cart_id = $2 AND state = 'HELD' AND seat_id = ANY ($4::uuid[])`;
const CLOSE = 'UPDATE cart SET closed = true WHERE tenant_id = $1 AND id = $2';
/** The cart belongs to the reservation from now on: its token changes nothing of it any more. */
const BIND = 'UPDATE cart SET reservation_id = $3, token_hash = $4 WHERE tenant_id = $1 AND id = $2';
const SWITCH = 'UPDATE sale_process SET cart_id = $3 WHERE tenant_id = $1 AND reservation_id = $2';
const LET_GO = `UPDATE seat_claim SET expires_at = '-infinity', reservation_id = NULL
  WHERE tenant_id = $1 AND cart_id = $2 AND state = 'HELD' AND expires_at > now() AND NOT (seat_id = ANY ($3::uuid[]))
  RETURNING seat_id`;

/** The reservation goes on with the cart of the new seats, which takes over those that stay; the others are free. */
async function switchSeats(tx: Tx, { sale, cart, stayingSeats }: Prepared): Promise<void> {
  const { cart_id: formerCart, reservation_id: id, performance_id: performanceId } = sale;
  const { rows } = await tx.sql.query<{ seat_id: string }>(LET_GO, [tx.tenantId, formerCart, stayingSeats]);
  await announceSeats(
    tx,
    performanceId,
    rows.map(({ seat_id: seat }) => seat),
    'FREE',
  );
  if (!cart) return;
  tx.defer({ text: TAKE_OVER, values: [tx.tenantId, formerCart, cart.id, stayingSeats] });
  tx.defer({ text: CLOSE, values: [tx.tenantId, formerCart] });
  tx.defer({ text: BIND, values: [tx.tenantId, cart.id, id, hashOf(newSecret())] });
  tx.defer({ text: SWITCH, values: [tx.tenantId, id, cart.id] });
}

const STARTS_AT = 'SELECT starts_at FROM performance WHERE tenant_id = $1 AND id = $2';

async function startOf(tx: Tx, performanceId: string): Promise<Date> {
  const { rows } = await tx.sql.query<{ starts_at: Date }>(STARTS_AT, [tx.tenantId, performanceId]);
  const [row] = rows;
  if (!row) throw new Problem('http.404');
  return row.starts_at;
}

/** The agreed payments follow the new total; their days have to come before the new date. */
async function reviseSchedule(tx: Tx, { sale, totalMinor: total }: Prepared, startsAt: Date): Promise<void> {
  const schedule = await scheduleOf(tx, sale.reservation_id);
  if (!schedule) return;
  const lastDay = DateTime.fromJSDate(startsAt, { zone: tx.zone }).toISODate();
  if (lastDay && schedule.instalments.some(({ dueOn }) => dueOn > lastDay))
    throw new Problem('instalments.too-late');
  storeSchedule(tx, sale.reservation_id, amountsOf(schedule.instalments, total));
}

/**
 * A deposit holds the seats until the performance begins, and that is another moment on another date. A deadline after the
 * beginning of the new date comes before it too.
 */
async function holdRevised(
  tx: Tx,
  resources: Resources,
  { sale, terms }: Prepared,
  { startsAt, deadline }: { startsAt: Date; deadline: Date },
): Promise<void> {
  const id = sale.reservation_id;
  const isMoved = terms.performanceId !== sale.performance_id;
  const hasDeposit = sale.state === 'PRE_RESERVATION' && sale.payments.some(({ leftMinor }) => leftMinor > 0);
  const now = new Date();
  const isHeldAnew = (isMoved && hasDeposit && startsAt > now) || isAfterStart(deadline, startsAt, now);
  await holdUntil(tx, id, isHeldAnew ? startsAt : deadline, { named: true });
  if (!isHeldAnew) return;
  const input = { deadline: startsAt.toISOString() };
  const seller = systemActor(tx.tenantId, 'ticketing.sale');
  await resources.of(reservation).transition(tx, seller, id, 'move_deadline', input);
}

/**
 * Changes the number of people, the formulas or the date of a reservation that is not sold: pre-reserved, or a quote that was
 * requested. The customer is told; when the new total is what was paid, the reservation is sold at once. `version` is the one
 * that was read, and `shownMinor` the total that was confirmed.
 */
export const reviseReservation = (
  actor: Actor,
  { version, shownMinor, ...request }: ReviseReservation & { version: number; shownMinor: number },
  ctx: ServiceContext,
  sequencer: TicketSequencer,
): Promise<RevisionQuote> =>
  ctx.db.inTenant(actor, async (tx) => {
    const prepared = await prepare(tx, request);
    const { sale, terms, priced, drivers, options, totalMinor: total } = prepared;
    if (total !== shownMinor) throw new Problem('reservation.changed-meanwhile');
    const { reservation_id: id, performance_id: formerPerformance } = sale;
    const resources = resourcesOf(ctx);
    const reservations = resources.of(reservation);
    const seller = withAllRights(actor);
    const locked = await reservations.lock(tx, seller, id);
    const { deadline, discountAmountTTC, discountAmountHT } = locked.record;
    if (!deadline || new Date(deadline) <= new Date()) throw new Problem('reservation.deadline-past');
    await switchSeats(tx, prepared);
    forgetPlaces(tx, id);
    forgetOptions(tx, id);
    const { performanceId } = terms;
    writeSale(tx, { reservationId: id, performanceId }, [...priced, ...drivers]);
    writeOptions(tx, id, options);
    const startsAt = await startOf(tx, terms.performanceId);
    await reviseSchedule(tx, prepared, startsAt);
    const discountMinor = priced.reduce((sum, { discountMinor: off = 0 }) => sum + off, 0);
    const hasAmount = discountAmountTTC !== null || discountAmountHT !== null;
    const isMoved = terms.performanceId !== formerPerformance;
    const values = {
      numberOfPlaces: priced.length + drivers.length,
      totalTTC: formatAmount(total),
      ...(isMoved && { representation: terms.performanceId, tableNumber: null }),
      ...(hasAmount && { discountAmountTTC: formatAmount(discountMinor), discountAmountHT: null }),
    };
    const revised = await reservations.update(tx, seller, locked, values, { version, action: 'revise' });
    // Other seats for the same price change no field of the record, and are told all the same.
    if (revised.version === locked.record.version) await tx.history(reservation.name, id, 'revise', {});
    // What was paid is all that is due: nothing is left by which somebody could sell it later.
    if (total > 0 && total === sale.paid_minor) {
      if (!(await sellReservation(tx, { resources, sequencer }, id)))
        throw new Problem('reservation.seats-no-longer-available');
      return quoteOf(prepared);
    }
    await holdRevised(tx, resources, prepared, { startsAt, deadline: new Date(deadline) });
    await tx.publish('ticketing.reservation.v1', id, {
      $case: 'revised',
      value: { reservationId: id, revision: uuidv7() },
    });
    return quoteOf(prepared);
  });
