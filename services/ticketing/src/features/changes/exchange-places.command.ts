import { resourcesOf } from '@coulisse/resource-server';
import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { openCart, type Cart } from '../cart/cart.store';
import { saleTermsWith, type SaleTerms } from '../catalogue/sale-terms.read-model';
import type { FormulaBySeat } from '../checkout/pricing.domain';
import { checkChannel, type SaleChannel } from '../checkout/sale-channel';
import { announceSeats, sellSeats } from '../holds/claim-seats.command';
import { reissueOptionTickets } from '../options/option-tickets.store';
import { seatsFrom, seatsOfCart, type SaleSeat } from '../performance-seats/seats.read-model';
import { soldAs, writePlaces } from '../reservations/places.store';
import { issueTickets } from '../sale/settle-payment.command';
import { fitsYearlyLimit } from '../settings/yearly-limit.domain';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { removePlaces, writeChange } from './apply-change.command';
import type { ChangeMoney, Surplus } from './change-money.domain';
import {
  checkShown,
  chosenPlaces,
  lockChangeable,
  type ChangeableSale,
  type Place,
  type ShownMoney,
} from './changeable-sale.store';
import { exchangeWithDrivers, type Replacement } from './exchange-prices.domain';
import {
  checkTogether,
  moneyOfReplacements,
  moveWithPlaces,
  pricesAfter,
  quoteOfChange,
  type ExchangeQuote,
} from './replaced-places';

export interface ExchangePlaces {
  reservationId: string;
  /** The edition that was read. */
  edition: number;
  /** Places that are exchanged; all of them for another performance. */
  items: readonly string[] | 'ALL';
  /** Who exchanges: a cart of the same channel holds the new seats. */
  channel: SaleChannel;
  /** What the exchange has to respect beside the rules of the sale. */
  check?: (tx: Tx, sale: ChangeableSale, performanceId: string) => Promise<void>;
  /** Cart that holds the new seats. */
  cartToken: string | null;
  formulaBySeat: FormulaBySeat;
  /** Which of the new seats are the drivers'; without them those that the cart names, then the last ones. */
  driverSeats?: readonly string[];
  surplus: Surplus;
}
interface Prepared {
  cart: Cart;
  sale: ChangeableSale;
  replaced: Place[];
  rest: Place[];
  replacements: Replacement<SaleSeat, Place>[];
  money: ChangeMoney;
}

/** A cart with its held seats and the terms of their performance. */
async function heldCart(
  tx: Tx,
  token: string | null,
  channel: SaleChannel,
): Promise<{ cart: Cart; terms: SaleTerms; seats: SaleSeat[] }> {
  const cart = await openCart(tx, token);
  if (!cart) throw new Problem('cart.not-found');
  checkChannel(cart, channel);
  if (cart.expired) throw new Problem('hold.expired');
  const held = seatsOfCart(tx, cart.performanceId, cart.id);
  const { terms, result } = await saleTermsWith(tx, cart.performanceId, held, channel);
  if (!terms?.onSale) throw new Problem('performance.not-on-sale');
  return { cart, terms, seats: seatsFrom(result) };
}

/** Seats for drivers, of those that the cart holds. */
function chosenForDrivers(
  { driverSeats = [] }: Pick<ExchangePlaces, 'driverSeats'>,
  cart: Cart,
  seats: readonly SaleSeat[],
): readonly string[] {
  const held = new Set(seats.map(({ id }) => id));
  const errors = driverSeats.flatMap((id, index) =>
    held.has(id) ? [] : [{ pointer: `/driverSeats/${index}`, code: 'validation.choice' as const }],
  );
  if (errors.length > 0) throw new Problem('validation.choice', { errors });
  return driverSeats.length > 0 ? driverSeats : cart.driverSeats;
}

/** Carts are locked before reservations, as by every writer of sales. */
async function prepare(tx: Tx, request: ExchangePlaces): Promise<Prepared> {
  const { cart, terms, seats } = await heldCart(tx, request.cartToken, request.channel);
  const sale = await lockChangeable(tx, request.reservationId, request.edition);
  await request.check?.(tx, sale, cart.performanceId);
  const items = request.items === 'ALL' ? sale.places.map(({ id }) => id) : request.items;
  const replaced = chosenPlaces(sale, items);
  const rest = sale.places.filter((place) => !replaced.includes(place));
  const isSamePerformance = cart.performanceId === sale.performance_id;
  if (!isSamePerformance && rest.length > 0) throw new Problem('reservation.exchange-all');
  if (seats.length !== replaced.length) throw new Problem('reservation.same-number-of-seats');
  const driverSeats = chosenForDrivers(request, cart, seats);
  if (!fitsYearlyLimit(terms.ticketsThisYear, terms.yearlyTicketLimit, seats.length))
    throw new Problem('sale.yearly-limit');
  const { replacements, errors } = exchangeWithDrivers({ replaced, rest }, seats, {
    ...{ isSamePerformance, formulas: terms.formulas, chosen: request.formulaBySeat },
    driverSeats,
  });
  const [first] = errors;
  if (first) throw new Problem(first.code, { params: first.params, errors });
  await checkTogether(tx, terms, rest, replacements);
  const money = moneyOfReplacements({ sale, rest, replacements }, request.surplus);
  return { cart, sale, replaced, rest, replacements, money };
}

/** What an exchange would cost or give back; nothing is written. */
export const quoteExchange = (
  actor: Actor,
  request: ExchangePlaces,
  ctx: ServiceContext,
): Promise<ExchangeQuote> =>
  ctx.db.inTenant(actor, async (tx) => quoteOfChange(await prepare(tx, request), request.edition));

const CLOSE_CART = 'UPDATE cart SET closed = true, reservation_id = $3 WHERE tenant_id = $1 AND id = $2';

/**
 * Exchanges places of a sold reservation for the seats that a cart holds, all of them or none, in one
 * transaction (docs/adr/0073). What is dearer is left to pay; what is cheaper comes back or stays as a credit.
 */
export const exchangePlaces = (
  actor: Actor,
  request: ExchangePlaces & { shown: ShownMoney },
  ctx: ServiceContext,
  sequencer: TicketSequencer,
): Promise<ExchangeQuote> =>
  ctx.db.inTenant(actor, async (tx) => {
    const prepared = await prepare(tx, request);
    const { cart, sale, replaced, replacements, money } = prepared;
    checkShown(request.shown, money);
    const { reservation_id: reservationId } = sale;
    const { performanceId } = cart;
    const seats = replacements.map(({ seat }) => seat.id);
    const sold = await sellSeats(tx, { performanceId, cartId: cart.id }, reservationId, seats);
    if (sold.length < seats.length) throw new Problem('reservation.seats-no-longer-available');
    await removePlaces(tx, sale, replaced, 'CHANGED');
    await announceSeats(tx, performanceId, seats, 'SOLD');
    // In the order of the places that they replace, and with the names on their tickets.
    const places = replacements.map((each) => ({
      ...soldAs(each),
      ...{ seatId: each.seat.id, categoryName: each.seat.categoryName },
      ...{ position: each.place.position, holderName: each.place.holderName },
    }));
    issueTickets(tx, reservationId, writePlaces(tx, { reservationId, performanceId }, places));
    moveWithPlaces(tx, prepared);
    if (sale.has_option_tickets && performanceId !== sale.performance_id)
      reissueOptionTickets(tx, reservationId, performanceId);
    tx.defer({ text: CLOSE_CART, values: [tx.tenantId, cart.id, reservationId] });
    const by = { resources: resourcesOf(ctx), actor, action: 'exchange-places' };
    // A buyer gets the tickets of dearer places when the difference is paid; staff hand out theirs themselves.
    const isWithheld = money.dueMinor > 0 && (request.channel === 'ONLINE' || sale.isWithheld);
    await writeChange(tx, by, { sale, performanceId, places: pricesAfter(prepared), money, isWithheld });
    tx.afterCommit(() => sequencer.wake(tx.tenantId));
    return quoteOfChange(prepared, sale.edition + 1);
  });
