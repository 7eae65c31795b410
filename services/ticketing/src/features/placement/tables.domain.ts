import { BestOf } from './random';
import { FREE, TAKEN, type RoomTable } from './room.domain';
import type { Search, WindowQuery } from './windows.domain';

export interface TablePlaces {
  tables: RoomTable[];
  /** Positions of the people. */
  seats: number[];
  /** Positions that stay empty, because the party has the table for itself. */
  kept: number[];
}

/** Each empty chair is worth as much as this distance; an own table more than any distance. */
const EMPTY_CHAIR = 10;
const SHARED = 1e3;
/** More tables are not pushed together. */
const MAX_JOINED = 8;

/** Seats of a table that the query may use; null when one of them has another category. */
function freeSeats(
  { room, states }: Search,
  table: RoomTable,
  { category, isPmrAllowed }: WindowQuery,
): number[] | null {
  if (category >= 0 && table.seats.some((seat) => room.category[seat] !== category)) return null;
  return table.seats.filter((seat) => states[seat] === FREE && (isPmrAllowed || room.pmr[seat] === 0));
}

const isEmpty = ({ states }: Search, table: RoomTable): boolean =>
  table.seats.every((seat) => states[seat] !== TAKEN);

const costOf = ({ sums }: Search, { seats }: RoomTable): number =>
  seats.reduce((sum, seat) => sum + sums[seat + 1]! - sums[seat]!, 0) / Math.max(1, seats.length);

/** Wheelchair places first for those who need them, the other ones last for everybody else. */
function choose(
  search: Search,
  seats: readonly number[],
  count: number,
  wheelchairs: number,
): number[] | null {
  const { pmr } = search.room;
  const accessible = seats.filter((seat) => pmr[seat] === 1);
  if (accessible.length < wheelchairs) return null;
  const others = seats.filter((seat) => pmr[seat] === 0);
  const chosen = [...accessible.slice(0, wheelchairs), ...others, ...accessible.slice(wheelchairs)];
  return chosen.length < count ? null : chosen.slice(0, count).sort((a, b) => a - b);
}

function atOneTable(search: Search, query: WindowQuery, table: RoomTable): TablePlaces | null {
  const free = freeSeats(search, table, query);
  if (!free) return null;
  const taken = table.seats.filter((seat) => search.states[seat] === TAKEN).length;
  const isOpen = taken > 0;
  if (taken + query.count > table.maximum || (isOpen && table.isWhole)) return null;
  if (!isOpen && query.count < table.minimum) return null;
  const seats = choose(search, free, query.count, query.wheelchairs);
  if (!seats) return null;
  // One chair left at a shared table is a single seat like one in a row.
  const isSingleLeft = !table.isWhole && table.maximum - taken - query.count === 1;
  if (isSingleLeft && search.orphans === 'STRICT') return null;
  const chosen = new Set(seats);
  const empty = table.isWhole
    ? table.seats.filter((seat) => search.states[seat] === FREE && !chosen.has(seat))
    : [];
  return { tables: [table], seats, kept: empty };
}

/** The party at one table: at its own before a shared one, at the smallest that is large enough, then at the nearest. */
export function bestTable(search: Search, query: WindowQuery): TablePlaces | null {
  const best = new BestOf<TablePlaces>(search.band);
  for (const table of search.room.tables) {
    const places = atOneTable(search, query, table);
    if (!places) continue;
    const isShared = !isEmpty(search, table);
    const empty = isShared ? 0 : table.maximum - query.count;
    best.add(costOf(search, table) + empty * EMPTY_CHAIR + (isShared && search.gap > 0 ? SHARED : 0), places);
  }
  return best.pick(search.random)?.value ?? null;
}

/** Empty tables around one that can be pushed together for the party; the fewest, with the fewest empty chairs. */
function join(
  search: Search,
  query: WindowQuery,
  first: RoomTable,
  byId: ReadonlyMap<string, RoomTable>,
): TablePlaces | null {
  const joined = [first];
  const places = (): number => joined.reduce((sum, { maximum }) => sum + maximum, 0);
  while (places() < query.count && joined.length < MAX_JOINED) {
    const candidates = joined
      .flatMap(({ joins }) => joins.map((id) => byId.get(id)))
      .filter((table): table is RoomTable => table !== undefined && !joined.includes(table));
    const missing = query.count - places();
    const [next] = candidates.sort(
      (a, b) =>
        Math.abs(a.maximum - missing) - Math.abs(b.maximum - missing) ||
        costOf(search, a) - costOf(search, b),
    );
    if (!next) return null;
    joined.push(next);
  }
  const least = joined.reduce((sum, { minimum }) => sum + minimum, 0);
  if (places() < query.count || query.count < least || joined.length < 2) return null;
  return seatAt(search, query, joined);
}

/** Spreads a party over joined tables: each gets its minimum, then the tables are filled in turn. */
function seatAt(search: Search, query: WindowQuery, tables: readonly RoomTable[]): TablePlaces | null {
  const sizes = tables.map(({ minimum }) => minimum);
  let rest = query.count - sizes.reduce((sum, size) => sum + size, 0);
  tables.forEach(({ maximum, minimum }, index) => {
    const added = Math.min(rest, maximum - minimum);
    sizes[index]! += added;
    rest -= added;
  });
  const seats: number[] = [];
  let wheelchairs = query.wheelchairs;
  for (const [index, table] of tables.entries()) {
    const free = freeSeats(search, table, query);
    if (!free) return null;
    const places = Math.min(
      wheelchairs,
      sizes[index]!,
      free.filter((seat) => search.room.pmr[seat] === 1).length,
    );
    const chosen = choose(search, free, sizes[index]!, places);
    if (!chosen) return null;
    wheelchairs -= places;
    seats.push(...chosen);
  }
  if (wheelchairs > 0) return null;
  const chosen = new Set(seats);
  const empty = tables.flatMap((table) =>
    table.seats.filter((seat) => search.states[seat] === FREE && !chosen.has(seat)),
  );
  return { tables: [...tables], seats: seats.sort((a, b) => a - b), kept: empty };
}

export function bestJoinedTables(search: Search, query: WindowQuery): TablePlaces | null {
  const empty = search.room.tables.filter((table) => isEmpty(search, table));
  const byId = new Map(empty.map((table) => [table.id, table]));
  const best = new BestOf<TablePlaces>(search.band);
  for (const table of empty) {
    const places = join(search, query, table, byId);
    if (!places) continue;
    const cost = costOf(search, table) + places.tables.length * SHARED + places.kept.length * EMPTY_CHAIR;
    best.add(cost, places);
  }
  return best.pick(search.random)?.value ?? null;
}
