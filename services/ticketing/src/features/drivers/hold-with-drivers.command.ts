import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { nameDrivers, openCart } from '../cart/cart.store';
import { publicFormulas } from '../catalogue/sale-terms.read-model';
import { totalMinor, type PricedSeat } from '../checkout/pricing.domain';
import { againWhenTaken } from '../holds/again-when-taken';
import { holdSeats, type Hold, type HoldRequest } from '../holds/hold-seats.command';
import type { SaleSeat } from '../performance-seats/seats.read-model';
import { onlySold } from '../placement/best-seats.command';
import { placeDrivers } from '../placement/propose-seats.domain';
import { FREE, TAKEN } from '../placement/room.domain';
import type { PlacementRooms } from '../placement/rooms';
import {
  countedPlaces,
  driverRights,
  peopleOf,
  withoutDrivers,
  type DriverTerms,
} from './driver-places.domain';

export interface HoldWithDrivers extends HoldRequest {
  /** So many drivers come with the group; it gets the places that it has a right to. */
  drivers: number;
  /** Places of a reservation that stay beside these seats: they count for the right, and have drivers already. */
  besides: readonly string[];
}
export interface HeldWithDrivers extends Hold {
  drivers: {
    /** Free places that the others give a right to. */
    allowed: number;
    seats: SaleSeat[];
  };
}

interface MissingSeats {
  /** The places of the group. */
  priced: readonly PricedSeat<SaleSeat>[];
  token: string | null;
  performanceId: string;
  count: number;
  /** Never a part of a table that is sold as a whole. */
  isTableWhole?: boolean;
}

/** Seats for more drivers: apart from the group, or at the desk any free ones where only whole tables are left. */
export async function chooseSeats(
  tx: Tx,
  rooms: PlacementRooms,
  { priced, token, performanceId, count, isTableWhole = false }: MissingSeats,
): Promise<string[]> {
  const state = await rooms.read(tx, performanceId, token);
  if (!state) throw new Problem('http.404');
  const { room } = state;
  const ownFormulas = priced.map(({ formula }) => formula);
  const formulas = [...ownFormulas, ...(await publicFormulas(tx, performanceId))];
  const free = new Set<string>();
  // The group's own categories first: a driver, who pays nothing, is not to take a dearer place than the group.
  for (const sold of [ownFormulas, formulas]) {
    const states = onlySold(state, new Set(sold.map(({ categoryId }) => categoryId)));
    for (const { seat } of priced) states[room.positionOf(seat.id)] = TAKEN;
    const apart = placeDrivers(room, states, count);
    if (apart) return apart;
    const general = room.seats.filter((_, position) => states[position] === FREE && room.pmr[position] === 0);
    for (const { id } of general.reverse()) free.add(id);
  }
  if (isTableWhole || free.size < count)
    throw new Problem('reservation.no-seat-for-drivers', { params: { count } });
  return [...free].slice(0, count);
}

const BESIDES = `
SELECT f.id, CASE WHEN f.allow_free_driver_spaces THEN f.places_per_driver END AS "placesPerDriver", i.is_driver AS "isDriver",
       i.price_minor + i.discount_minor AS "listedMinor"
FROM reservation_item i JOIN formula f ON f.tenant_id = i.tenant_id AND f.id = i.formula_id
WHERE i.tenant_id = $1 AND i.performance_id IS NOT DISTINCT FROM $2 AND i.id = ANY ($3::uuid[]) AND i.canceled_at IS NULL`;

interface PlaceBesides extends DriverTerms, Record<string, unknown> {
  isDriver: boolean;
  listedMinor: number;
}

/** How many more drivers may come with the held places and those that stay beside them. */
async function allowedDrivers(
  tx: Tx,
  held: readonly PricedSeat[],
  { performanceId, besides }: Pick<HoldWithDrivers, 'performanceId' | 'besides'>,
): Promise<number> {
  const counted = countedPlaces(held);
  if (besides.length === 0) return driverRights(counted).length;
  const { rows } = await tx.sql.query<PlaceBesides>(BESIDES, [tx.tenantId, performanceId, besides]);
  const people = peopleOf(rows).map(({ listedMinor, ...formula }) => ({ formula, listedMinor }));
  const rights = driverRights<DriverTerms>([...counted, ...people]).length;
  return Math.max(0, rights - (rows.length - people.length));
}

const paidOf = ({ priced }: Hold, driverSeats: readonly string[]): PricedSeat<SaleSeat>[] =>
  priced.filter(({ seat }) => !driverSeats.includes(seat.id));

async function holdInTransaction(
  tx: Tx,
  rooms: PlacementRooms,
  { drivers: requested, besides, ...request }: HoldWithDrivers,
): Promise<HeldWithDrivers> {
  const cart = await openCart(tx, request.token);
  const isHere = cart?.performanceId === request.performanceId;
  // A seat that staff choose for somebody else is no driver's any more.
  const former = isHere ? cart.driverSeats.filter((id) => !request.seats.includes(id)) : [];
  let hold = await holdSeats(tx, { ...request, seats: [...request.seats, ...former] });
  const { newToken } = hold;
  const token = newToken ?? request.token;
  const { performanceId } = request;
  const allowed = await allowedDrivers(tx, paidOf(hold, former), { performanceId, besides });
  const count = Math.min(requested, allowed);
  let seats = former.slice(0, count);
  if (seats.length < count) {
    const missing = { priced: hold.priced, token, performanceId, count: count - seats.length };
    seats = [...seats, ...(await chooseSeats(tx, rooms, missing))];
  }
  if (seats.length !== former.length)
    hold = await holdSeats(tx, { ...request, token, seats: [...request.seats, ...seats] });
  nameDrivers(tx, hold.cart.id, cart?.driverSeats ?? [], seats);
  const held = withoutDrivers(
    hold.priced.map(({ seat }) => seat),
    seats,
  );
  const priced = paidOf(hold, seats);
  return {
    ...{ ...hold, newToken, priced, totalMinor: totalMinor(priced) },
    drivers: { allowed, seats: held.drivers },
  };
}

/**
 * Gives a cart of the desk exactly these seats, and for the drivers of its group as many free ones as it has a right to, of those
 * that are requested. Seats that drivers have stay theirs.
 */
export async function holdWithDrivers(
  { actor, rooms, ctx }: { actor: Actor; rooms: PlacementRooms; ctx: ServiceContext },
  request: HoldWithDrivers,
): Promise<HeldWithDrivers> {
  const hold = () => ctx.db.inTenant(actor, (tx) => holdInTransaction(tx, rooms, request));
  // Without drivers the system chooses no seat.
  return request.drivers === 0 ? hold() : againWhenTaken(hold);
}
