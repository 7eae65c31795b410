import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { nameDrivers, openCart } from '../cart/cart.store';
import { saleTermsWith } from '../catalogue/sale-terms.read-model';
import { priceSeats } from '../checkout/pricing.domain';
import { checkChannel } from '../checkout/sale-channel';
import { againWhenTaken } from '../holds/again-when-taken';
import { announceSeats, takeSeats } from '../holds/claim-seats.command';
import { changeOf, type HoldLimits } from '../holds/hold.domain';
import { networkFull, shareOf } from '../holds/hold-seats.command';
import { seatsFrom, seatsOfCart, type SaleSeat } from '../performance-seats/seats.read-model';
import type { PlacementRooms } from '../placement/rooms';
import { countedPlaces, driverRights, withoutDrivers } from './driver-places.domain';
import { chooseSeats } from './hold-with-drivers.command';

export interface DriversOfCart {
  /** Free places that the paid ones give a right to. */
  allowed: number;
  seats: SaleSeat[];
}
export interface HoldDrivers {
  performanceId: string;
  token: string | null;
  /** So many drivers come; the cart gets the places that it has a right to. */
  count: number;
  /** Limits of the platform, for what the tenant leaves open. */
  limits: HoldLimits;
}

async function holdInTransaction(
  tx: Tx,
  rooms: PlacementRooms,
  { performanceId, token, count: requested, limits }: HoldDrivers,
): Promise<DriversOfCart> {
  const cart = await openCart(tx, token);
  if (!cart || cart.performanceId !== performanceId) throw new Problem('cart.not-found');
  checkChannel(cart, 'ONLINE');
  if (cart.expired) throw new Problem('hold.expired');
  const held = seatsOfCart(tx, performanceId, cart.id);
  const { terms, result } = await saleTermsWith(tx, performanceId, held);
  if (!terms?.onSale) throw new Problem('performance.not-on-sale');
  const seats = seatsFrom(result);
  const present = withoutDrivers(seats, cart.driverSeats);
  const { priced } = priceSeats(present.places, terms.formulas, cart.formulaBySeat);
  // Whoever takes what a waiting list offers takes nothing beside it.
  const allowed = cart.isOffer ? 0 : driverRights(countedPlaces(priced)).length;
  const count = Math.min(requested, allowed);
  const former = present.drivers.map(({ id }) => id);
  let drivers = former.slice(0, count);
  if (drivers.length < count) {
    const missing = { priced, token, performanceId, count: count - drivers.length };
    drivers = [
      ...drivers,
      ...(await chooseSeats(tx, rooms, { ...missing, isTableWhole: terms.wholeTables })),
    ];
  }
  const seatIds = [...present.places.map(({ id }) => id), ...drivers];
  const current = seats.map(({ id }) => id);
  const { added, released } = changeOf(current, seatIds);
  if (added.length + released.length > 0) {
    const share = shareOf(cart, { ...limits, ...terms.limits }, terms);
    const owner = { performanceId, cartId: cart.id };
    const taken = await takeSeats(tx, owner, seatIds, released, cart.expiresAt ?? new Date(0), share);
    if (taken.seats.length < seatIds.length) throw new Problem('reservation.seats-no-longer-available');
    if (!taken.within) throw await networkFull(tx, share);
    await announceSeats(tx, performanceId, added, 'HELD');
    await announceSeats(tx, performanceId, released, 'FREE');
  }
  nameDrivers(tx, cart.id, cart.driverSeats, drivers);
  const after = await tx.sql.batch([seatsOfCart(tx, performanceId, cart.id)]);
  return { allowed, seats: withoutDrivers(seatsFrom(after[0]), drivers).drivers };
}

/**
 * Holds free seats for the drivers of the group in a cart of the public, apart from it, of those that are requested as many as
 * its paid places give a right to. Seats that drivers have stay theirs; the clock of the cart runs on.
 */
export async function holdDriversOnline(
  { actor, rooms, ctx }: { actor: Actor; rooms: PlacementRooms; ctx: ServiceContext },
  request: HoldDrivers,
): Promise<DriversOfCart> {
  return againWhenTaken(() => ctx.db.inTenant(actor, (tx) => holdInTransaction(tx, rooms, request)));
}
