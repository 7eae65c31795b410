import { Problem, type FieldError, type Tx } from '@coulisse/service-kit';
import { createCart, nameDrivers, openCart, startCartWith, startTime, type Cart } from '../cart/cart.store';
import { saleTermsWith, type SaleTerms } from '../catalogue/sale-terms.read-model';
import { priceSeats, totalMinor, type FormulaBySeat, type PricedSeat } from '../checkout/pricing.domain';
import { checkChannel, type SaleChannel } from '../checkout/sale-channel';
import { keptDrivers } from '../drivers/driver-places.domain';
import { wantedSeats, wantedSeatsFrom, type SaleSeat } from '../performance-seats/seats.read-model';
import {
  announceSeats,
  heldSeats,
  minutesUntilLess,
  takeFirstSeats,
  takenFrom,
  takeSeats,
  type Share,
  type Taken,
} from './claim-seats.command';
import { checkWholeTables } from './whole-tables';
import { changeOf, networkSeats, type HoldLimits } from './hold.domain';
import type { HoldFacts } from './hold-reads';

export interface HoldRequest {
  performanceId: string;
  /** Exactly the seats that the cart is to have afterwards. */
  seats: readonly string[];
  formulaBySeat: FormulaBySeat;
  token: string | null;
  /** Client network of the buyer, and the platform's limits for what the tenant leaves open. */
  network: string;
  limits: HoldLimits;
  /** The limits are the public's: they do not bind the box office. */
  channel?: SaleChannel;
  /** The buyer names the seats; otherwise the system has chosen them. */
  areChosen?: boolean;
}
export interface Hold {
  cart: Cart;
  newToken: string | null;
  priced: PricedSeat<SaleSeat>[];
  totalMinor: number;
}

/** Problem for seats that are taken: a single seat is named in the message, several in `errors`. */
export function seatsTaken(requested: readonly string[], missing: readonly SaleSeat[]): Problem {
  const errors = missing.map((seat): FieldError => ({
    pointer: `/seats/${requested.indexOf(seat.id)}`,
    code: 'reservation.seat-already-reserved',
    params: { shape: seat.label },
  }));
  const [first] = missing;
  return missing.length === 1 && first
    ? new Problem('reservation.seat-already-reserved', { params: { shape: first.label }, errors })
    : new Problem('reservation.seats-no-longer-available', { errors });
}

/** 409 for a network at its limit, with the time until its first hold stops counting. */
export async function networkFull(tx: Tx, share: Share): Promise<Problem> {
  const minutes = await minutesUntilLess(tx, share.network);
  return new Problem('hold.network-limit', {
    params: { max: share.seats, minutes },
    headers: { 'Retry-After': String(minutes * 60) },
  });
}

function priceOf(request: HoldRequest, terms: SaleTerms, seats: readonly SaleSeat[]): PricedSeat<SaleSeat>[] {
  const existingIds = new Set(seats.map(({ id }) => id));
  const unknown = request.seats.flatMap((id, index): FieldError[] =>
    existingIds.has(id) ? [] : [{ pointer: `/seats/${index}`, code: 'validation.choice' }],
  );
  if (unknown.length > 0) throw new Problem('validation.failed', { errors: unknown });
  const { priced, errors } = priceSeats(seats, terms.formulas, request.formulaBySeat);
  if (errors[0]) throw new Problem(errors[0].code, { errors });
  return priced;
}

/** The cart of a buyer who has a token: the open one, or the next one. */
async function startAgain(
  tx: Tx,
  open: Cart | null,
  { token, performanceId, formulaBySeat, network, seats }: HoldRequest & { token: string },
): Promise<{ cart: Cart; newToken: string | null }> {
  const { cart: before, newToken } = open
    ? { cart: open, newToken: null }
    : await createCart(tx, token, performanceId);
  const cart = await startTime(tx, before.id, performanceId, formulaBySeat, network, seats.length > 0);
  return { cart, newToken };
}

/**
 * The cart of a request, with its token. The cart of an offer holds seats for hours: nobody gets others with its time. For any
 * other choice it is left as it is, its link still opens it, and the buyer gets a new cart.
 */
async function cartOf(
  tx: Tx,
  { token, performanceId, seats }: Pick<HoldRequest, 'token' | 'performanceId' | 'seats'>,
): Promise<{ mine: Cart | null; token: string | null }> {
  const mine = await openCart(tx, token);
  if (!mine?.isOffer) return { mine, token };
  const offered = new Set((await heldSeats(tx, mine.id)).map(({ seatId }) => seatId));
  const isWithin = mine.performanceId === performanceId && seats.every((seat) => offered.has(seat));
  return isWithin ? { mine, token } : { mine: null, token: null };
}

const withoutRepetitions = (request: HoldRequest): HoldRequest => ({
  ...request,
  seats: [...new Set(request.seats)],
});

/** Reads what a hold has to know, in its transaction. */
async function factsOf(tx: Tx, request: HoldRequest): Promise<HoldFacts> {
  const { performanceId, seats, token, channel } = withoutRepetitions(request);
  const requested = wantedSeats(tx, performanceId, seats, token);
  const { terms, result } = await saleTermsWith(tx, performanceId, requested, channel);
  return { terms, seats: wantedSeatsFrom(result) };
}

/** A hold that may be made as far as it is known before anything is written. */
export interface CheckedHold {
  request: HoldRequest;
  terms: SaleTerms;
  priced: PricedSeat<SaleSeat>[];
  limits: HoldLimits;
}

/** Most refusals end here: nothing was written or locked. The statement that takes the seats decides the others. */
export function checkHold(rawRequest: HoldRequest, { terms, seats }: HoldFacts): CheckedHold {
  const { channel = 'ONLINE' } = rawRequest;
  const request = withoutRepetitions(rawRequest);
  if (!terms) throw new Problem('http.404');
  const limits = { ...rawRequest.limits, ...(channel === 'ONLINE' ? terms.limits : {}) };
  if (request.seats.length > limits.seatsPerCart)
    throw new Problem('hold.too-many-seats', { params: { max: limits.seatsPerCart } });
  if (!terms.onSale) throw new Problem('performance.not-on-sale');
  const priced = priceOf(request, terms, seats);
  const takenSeats = seats.filter(({ isTaken }) => isTaken);
  if (takenSeats.length > 0) throw seatsTaken(request.seats, takenSeats);
  return { request, terms, priced, limits };
}

/** Gives a cart exactly the requested seats, or none: when one is refused, the earlier seats stay. */
export async function holdSeats(tx: Tx, request: HoldRequest): Promise<Hold> {
  return takeChecked(tx, checkHold(request, await factsOf(tx, request)));
}

/** How the seats of a cart count for its network. */
export const shareOf = (
  { network, isOffer, clock }: Pick<Cart, 'network' | 'isOffer' | 'clock'>,
  limits: HoldLimits,
  { places }: Pick<SaleTerms, 'places'>,
): Share => ({
  network,
  key: clock ?? '',
  // What was offered does not count as what the buyer's network took.
  seats: isOffer ? 0 : networkSeats(limits, places),
  carts: limits.cartsPerNetwork,
  restMinutes: limits.restMinutes,
});

/** Refuses unless every requested seat was taken, within the limits of the network. */
async function checkTaken(tx: Tx, { request, priced }: CheckedHold, taken: Taken, share: Share) {
  const got = new Set(taken.seats);
  const missing = priced.map(({ seat }) => seat).filter(({ id }) => !got.has(id));
  if (missing.length > 0) throw seatsTaken(request.seats, missing);
  if (!taken.within) throw await networkFull(tx, share);
}

/** The cart of a new buyer with its first seats. */
async function takeFirst(
  tx: Tx,
  checked: CheckedHold,
  channel: SaleChannel,
): Promise<{ cart: Cart; newToken: string }> {
  const { terms, limits } = checked;
  const { performanceId, formulaBySeat, network, seats } = checked.request;
  const share = shareOf({ network, isOffer: false, clock: null }, limits, terms);
  const { cart, newToken, result } = await startCartWith(
    tx,
    performanceId,
    formulaBySeat,
    { network, channel },
    (cartId) => takeFirstSeats(tx, { performanceId, cartId }, seats, share),
  );
  await checkTaken(tx, checked, takenFrom(result), share);
  await announceSeats(tx, performanceId, seats, 'HELD');
  return { cart, newToken };
}

/** Takes the seats of a hold that was checked. */
export async function takeChecked(tx: Tx, checked: CheckedHold): Promise<Hold> {
  const { request, terms, priced, limits } = checked;
  const { channel = 'ONLINE', performanceId } = request;

  const { mine, token } = await cartOf(tx, request);
  checkChannel(mine, channel);
  await checkWholeTables(
    tx,
    terms,
    priced.map(({ seat }) => seat),
    { channel, isOffer: mine?.isOffer === true },
  );
  if (!mine && request.seats.length === 0) throw new Problem('hold.empty');
  const hold = (of: { cart: Cart; newToken: string | null }): Hold => ({
    ...of,
    priced,
    totalMinor: totalMinor(priced),
  });
  const isByTheatre = terms.placement === 'ADMIN' && request.areChosen;
  // The desk opens a new cart for each customer.
  if (!token || (!mine && channel !== 'ONLINE')) {
    if (isByTheatre) throw new Problem('placement.by-theatre');
    return hold(await takeFirst(tx, checked, channel));
  }
  const { cart, newToken } = await startAgain(tx, mine, { ...request, token });
  // A cart that was just made holds nothing.
  const owned = mine ? await heldSeats(tx, mine.id) : [];
  const elsewhere = owned.filter((seat) => seat.performanceId !== performanceId);
  const currentSeatIds = owned
    .filter((seat) => seat.performanceId === performanceId)
    .map(({ seatId }) => seatId);
  // What the desk holds for drivers is among what it requests.
  const drivers = channel === 'ONLINE' && mine ? keptDrivers(mine.driverSeats, currentSeatIds, priced) : [];
  const requested = drivers.length > 0 ? [...request.seats, ...drivers] : request.seats;
  const { added, released } = changeOf(currentSeatIds, requested);

  if (isByTheatre && added.length > 0) throw new Problem('placement.by-theatre');

  const owner = { performanceId, cartId: cart.id };
  const dropped = [...released, ...elsewhere.map(({ seatId }) => seatId)];
  const share = shareOf(cart, limits, terms);
  const taken = await takeSeats(tx, owner, requested, dropped, cart.expiresAt ?? new Date(0), share);
  await checkTaken(tx, checked, taken, share);
  if (channel === 'ONLINE' && mine) nameDrivers(tx, cart.id, mine.driverSeats, drivers);

  await announceSeats(tx, performanceId, added, 'HELD');
  await announceSeats(tx, performanceId, released, 'FREE');
  for (const other of new Set(elsewhere.map((seat) => seat.performanceId))) {
    const seats = elsewhere.filter((seat) => seat.performanceId === other).map(({ seatId }) => seatId);
    await announceSeats(tx, other, seats, 'FREE');
  }
  return hold({ cart, newToken });
}

/** Releases every seat of the cart; its clock runs on. */
export async function releaseSeats(
  tx: Tx,
  performanceId: string,
  token: string | null,
  channel: SaleChannel = 'ONLINE',
): Promise<void> {
  const cart = await openCart(tx, token);
  if (!cart) throw new Problem('cart.not-found');
  checkChannel(cart, channel);
  const owned = (await heldSeats(tx, cart.id))
    .filter((seat) => seat.performanceId === performanceId)
    .map(({ seatId }) => seatId);
  if (owned.length > 0) await takeSeats(tx, { performanceId, cartId: cart.id }, [], owned, new Date(0));
  await announceSeats(tx, performanceId, owned, 'FREE');
}
