import type { Tx } from '@coulisse/service-kit';
import { WHOLE_TABLES } from '../catalogue/sale-terms.read-model';
import { hashOf } from '../holds/hold.domain';
import type { PlacementTable } from './placement.types';
import { BLOCKED, FREE, Room, TAKEN, type SeatPlace } from './room.domain';

/** What a placement in a performance depends on, at one moment. */
export interface RoomState {
  room: Room;
  /** States of its positions, by the codes of a room. */
  states: Uint8Array;
  consecutivePlace: boolean;
  isComfortPlacement: boolean;
  upgradesAllowed: boolean;
  /** A party takes a table with all of its chairs. */
  wholeTables: boolean;
}

interface StateRow extends Record<string, unknown> {
  seating_id: string;
  states: string;
  consecutive_place: boolean;
  is_comfort_placement: boolean;
  upgrades_allowed: boolean;
  whole_tables: boolean;
}

/**
 * A letter for each seat in the order of the plan: F free, T sold or held, B blocked. The seats of the cart whose token
 * has the digest $3 are free for it, except those of its group's drivers. A full join, for the reason that the states of a plan are read by one.
 */
const STATES = `
SELECT seats.seating_id, seats.states, s.consecutive_place, ${WHOLE_TABLES} AS whole_tables, p.is_comfort_placement,
       p.category_upgrade_if_place_available AS upgrades_allowed
FROM performance p
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id, LATERAL (
  SELECT (array_agg(seat.id ORDER BY seat.path_order))[1] AS seating_id,
         string_agg(CASE WHEN claim.seat_id IS NOT NULL THEN 'T' WHEN seat.is_blocked THEN 'B' ELSE 'F' END, ''
                    ORDER BY seat.path_order) AS states
  FROM (SELECT id, is_blocked, path_order FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2) seat
  FULL JOIN (
    SELECT seat_id FROM seat_claim
    WHERE tenant_id = $1 AND performance_id = $2
      AND (state = 'SOLD' OR expires_at > now() AND (
        cart_id IS DISTINCT FROM (SELECT id FROM cart WHERE cart.tenant_id = $1 AND cart.token_hash = $3 AND NOT cart.closed)
        OR seat_id = ANY (SELECT unnest(driver_seats) FROM cart
                          WHERE cart.tenant_id = $1 AND cart.token_hash = $3 AND NOT cart.closed)))
  ) claim ON claim.seat_id = seat.id
) seats
WHERE p.tenant_id = $1 AND p.id = $2 AND seats.seating_id IS NOT NULL`;

const SEATS = `
SELECT id, category_id AS "categoryId", x, y, group_index AS "groupIndex", path_order AS "pathOrder", is_pmr AS "isPmr",
  table_id AS "tableId"
FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2 ORDER BY path_order`;

/** Tables that stand next to a table: a large party takes some of them together. */
const NEAREST_TABLES = 3;

/** The tables of a plan, each for one party. */
export function wholeTablesOf(seats: readonly SeatPlace[]): PlacementTable[] {
  const chairs = new Map<string, SeatPlace[]>();
  for (const seat of seats)
    if (seat.tableId) chairs.set(seat.tableId, [...(chairs.get(seat.tableId) ?? []), seat]);
  const mean = (numbers: number[]): number => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const tables = [...chairs].map(([id, own]) => ({
    id,
    count: own.length,
    x: mean(own.map(({ x }) => x)),
    y: mean(own.map(({ y }) => y)),
  }));
  return tables.map(({ id, count, x, y }) => ({
    ...{ id, minimum: 1, maximum: count, isWhole: true },
    joins: tables
      .filter((other) => other.id !== id)
      .sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))
      .slice(0, NEAREST_TABLES)
      .map((other) => other.id),
  }));
}

const CODES: Readonly<Record<string, number>> = { F: FREE, T: TAKEN, B: BLOCKED };
/** Seats that are kept in memory, over all rooms. */
const MAX_SEATS = 200_000;

interface CachedRoom {
  room: Room;
  /** Position of each seat in the order of the plan. */
  order: Int32Array;
}

/** Reads what placements need; keeps the rooms in memory, which never change under a seating id, and never states. */
export class PlacementRooms {
  private readonly rooms = new Map<string, CachedRoom>();
  private seats = 0;

  /** Null when there is no such performance. */
  async read(tx: Tx, performanceId: string, cartToken: string | null): Promise<RoomState | null> {
    const values = [tx.tenantId, performanceId, cartToken && hashOf(cartToken)];
    const { rows } = await tx.sql.named<StateRow>('placement-states', STATES, values);
    const [row] = rows;
    if (!row) return null;
    const { room, order } = await this.room(tx, performanceId, row);
    const states = new Uint8Array(room.seats.length).fill(BLOCKED);
    order.forEach((position, index) => {
      states[position] = CODES[row.states.charAt(index)] ?? BLOCKED;
    });
    return {
      room,
      states,
      consecutivePlace: row.consecutive_place,
      isComfortPlacement: row.is_comfort_placement,
      upgradesAllowed: row.upgrades_allowed,
      wholeTables: row.whole_tables,
    };
  }

  private async room(
    tx: Tx,
    performanceId: string,
    { seating_id: seatingId, whole_tables: wholeTables }: StateRow,
  ): Promise<CachedRoom> {
    const key = `${tx.tenantId} ${performanceId} ${seatingId} ${wholeTables}`;
    const cached = this.rooms.get(key);
    if (cached) {
      this.rooms.delete(key);
      this.rooms.set(key, cached);
      return cached;
    }
    const { rows } = await tx.sql.named<SeatPlace & Record<string, unknown>>('placement-seats', SEATS, [
      tx.tenantId,
      performanceId,
    ]);
    // The chairs of a table that parties share are a row around it.
    const room = wholeTables
      ? new Room(rows, wholeTablesOf(rows))
      : new Room(rows.map((seat) => ({ ...seat, tableId: null })));
    const made = { room, order: Int32Array.from(rows, ({ id }) => room.positionOf(id)) };
    // The seats were replaced between the two statements: they are used once and not kept.
    if (rows[0]?.id === seatingId) this.keep(key, made);
    return made;
  }

  private keep(key: string, made: CachedRoom): void {
    this.rooms.set(key, made);
    this.seats += made.order.length;
    for (const [oldest, { order }] of this.rooms) {
      if (this.seats <= MAX_SEATS || oldest === key) break;
      this.rooms.delete(oldest);
      this.seats -= order.length;
    }
  }
}
