import type {
  Placement,
  PlacementRequest,
  PlacementSeat,
  PlacementTable,
  Proposal,
  Refusal,
} from './placement.types';
import { randomOf } from './random';
import { BLOCKED, FREE, Room, TAKEN } from './room.domain';
import { bestJoinedTables, bestTable, type TablePlaces } from './tables.domain';
import { bestParts, bestWindow, positions, scattered, type Search, type WindowQuery } from './windows.domain';

/** Costs that differ by less than half the width of a seat are equal. */
const BAND = 0.5;

/** Share of the seats of a room that is taken. */
function shareTaken(states: Uint8Array): number {
  let [taken, blocked] = [0, 0];
  for (const state of states) {
    if (state === TAKEN) taken += 1;
    else if (state === BLOCKED) blocked += 1;
  }
  return taken / Math.max(1, states.length - blocked);
}

/** Where a party sits, before its drivers. */
interface Seated extends TablePlaces {
  parts: number;
}

const inRows = (windows: readonly { from: number; to: number }[] | null): Seated | null =>
  windows && {
    tables: [],
    kept: [],
    seats: windows.flatMap(positions).sort((a, b) => a - b),
    parts: windows.length,
  };
const atTables = (places: TablePlaces | null): Seated | null =>
  places && { ...places, parts: places.tables.length };

/** A wheelchair user with as many companions beside as the row allows, and the rest of the party near them. */
function aroundWheelchairs(search: Search, query: WindowQuery): Seated | null {
  for (let size = query.count - 1; size >= query.wheelchairs; size--) {
    const core = bestWindow(search, { ...query, count: size });
    if (!core) continue;
    const states = search.states.slice();
    states.fill(TAKEN, core.from, core.to);
    const rest = scattered(
      { ...search, states },
      { ...query, count: query.count - size, wheelchairs: 0, isPmrAllowed: false, near: core.from },
    );
    if (rest) return inRows([core, ...rest]);
  }
  return null;
}

function seatInRows(search: Search, query: WindowQuery, request: PlacementRequest): Seated | null {
  const window = bestWindow(search, query);
  if (window) return inRows([window]);
  if (!request.split && request.consecutive !== false) return null;
  if (query.wheelchairs > 0) return aroundWheelchairs(search, query);
  const parts = request.split ? bestParts(search, query) : null;
  if (parts) return inRows(parts);
  return request.consecutive === false ? inRows(scattered(search, query)) : null;
}

function seatParty(search: Search, query: WindowQuery, request: PlacementRequest): Seated | null {
  const { at = 'ANY' } = request;
  const row = at === 'TABLES' ? null : seatInRows(search, query, request);
  if (row || at === 'ROWS' || search.room.tables.length === 0) return row;
  return atTables(bestTable(search, query) ?? bestJoinedTables(search, query));
}

/** Drivers get the places furthest from the focal point, not beside each other; seats at shared tables come last. */
function seatDrivers(search: Search, count: number, seated: Pick<Seated, 'seats' | 'kept'>): number[] | null {
  const { room, sums } = search;
  const scratch = { ...search, states: search.states.slice() };
  for (const position of [...seated.seats, ...seated.kept]) scratch.states[position] = TAKEN;
  // The furthest place has the least cost.
  const reversed = sums.map((sum) => -sum);
  const drivers: number[] = [];
  while (drivers.length < count) {
    const query = { count: 1, category: -1, isPmrAllowed: false, wheelchairs: 0 };
    const window = bestWindow({ ...scratch, sums: reversed, gap: 0, band: 0 }, query);
    const position =
      window?.from ?? room.seats.findIndex((_, at) => isGeneral(scratch, at) && isAtSharedTable(room, at));
    if (position < 0) return null;
    drivers.push(position);
    scratch.states[position] = TAKEN;
  }
  return drivers;
}

const isGeneral = ({ room, states }: Search, position: number): boolean =>
  states[position] === FREE && room.pmr[position] === 0;
const isAtSharedTable = (room: Room, position: number): boolean =>
  room.runOf[position] === -1 &&
  room.tables.some(({ isWhole, seats }) => !isWhole && seats.includes(position));

function refusalOf({ room, states }: Search, request: PlacementRequest, codes: readonly number[]): Refusal {
  let [free, accessible] = [0, 0];
  states.forEach((state, position) => {
    if (state !== FREE || (codes[0] !== -1 && !codes.includes(room.category[position]!))) return;
    free += 1;
    accessible += room.pmr[position]!;
  });
  if (free < request.count) return 'NOT_ENOUGH_SEATS';
  const wheelchairs = request.wheelchairs ?? 0;
  return accessible < wheelchairs ? 'NO_WHEELCHAIR_PLACE' : 'NO_ADJACENT_SEATS';
}

/** Wheelchair places of a party: those that its people need. */
const wheelchairSeatsOf = (room: Room, seats: readonly number[], count: number): string[] =>
  seats
    .filter((position) => room.pmr[position] === 1)
    .slice(0, count)
    .map((position) => room.seats[position]!.id);

/** Places for so many drivers of a group that is seated already; null when there are not enough. */
export function placeDrivers(room: Room, states: Uint8Array, count: number): string[] | null {
  const search: Search = {
    ...{ room, states, random: randomOf(1), band: 0, sums: room.costSums() },
    ...{ orphans: 'OFF', gap: 0 },
  };
  const drivers = seatDrivers(search, count, { seats: [], kept: [] });
  return drivers && drivers.map((position) => room.seats[position]!.id);
}

/**
 * The best places for a party in a room whose seats have these states; the states are not changed. What fits is looked
 * for in this order: adjacent seats of the wanted category, the same split if the request allows it, categories that it
 * may be upgraded to, and only then wheelchair places that nobody needs.
 */
export function placeParty(room: Room, states: Uint8Array, request: PlacementRequest): Placement {
  const { count, comfort, wheelchairs = 0, upgrades = [] } = request;
  const isComfortable = comfort !== undefined && shareTaken(states) <= comfort.upTo;
  const search: Search = {
    room,
    states,
    random: randomOf(request.seed),
    band: BAND + (request.spread ?? 0),
    sums: room.costSums(request.focus),
    orphans: request.orphans ?? 'LENIENT',
    gap: isComfortable ? comfort.gap : 0,
  };
  const wantedId = request.categoryId;
  const codes = wantedId === undefined ? [-1] : [wantedId, ...upgrades].map((id) => room.categoryCode(id));
  const categories = codes.filter(
    (code, index) => wantedId === undefined || (code >= 0 && codes.indexOf(code) === index),
  );
  if (count < 1 || wheelchairs > count) return { refusal: 'NOT_ENOUGH_SEATS' };
  for (const isPmrAllowed of wheelchairs > 0 ? [true] : [false, true])
    for (const category of categories) {
      const seated = seatParty(search, { count, category, isPmrAllowed, wheelchairs }, request);
      const driverSeats = seated && seatDrivers(search, request.drivers ?? 0, seated);
      if (!seated || !driverSeats) continue;
      return { proposal: proposalOf(search, request, seated, driverSeats) };
    }
  return { refusal: refusalOf(search, request, categories.length ? categories : [-2]) };
}

function proposalOf(
  search: Search,
  request: PlacementRequest,
  seated: Seated,
  drivers: readonly number[],
): Proposal {
  const { room, sums } = search;
  const ids = (list: readonly number[]): string[] => list.map((position) => room.seats[position]!.id);
  const categoryId = room.seats[seated.seats[0]!]!.categoryId;
  const cost = seated.seats.reduce((sum, seat) => sum + sums[seat + 1]! - sums[seat]!, 0);
  return {
    seats: ids(seated.seats),
    wheelchairSeats: wheelchairSeatsOf(room, seated.seats, request.wheelchairs ?? 0),
    driverSeats: ids(drivers),
    keptSeats: ids(seated.kept),
    tables: seated.tables.map(({ id }) => id),
    parts: seated.parts,
    categoryId,
    isUpgrade: request.categoryId !== undefined && request.categoryId !== categoryId,
    cost: cost / seated.seats.length,
  };
}

/** The best places for a party among these seats. Whoever has many parties for one plan makes a `Room` once. */
export function proposeSeats(
  seats: readonly PlacementSeat[],
  request: PlacementRequest,
  tables: readonly PlacementTable[] = [],
): Placement {
  const room = new Room(seats, tables);
  return placeParty(room, room.statesOf(seats), request);
}
