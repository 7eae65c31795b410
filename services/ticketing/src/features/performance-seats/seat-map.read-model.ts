import type { PlanScene, SeatPlace } from '@coulisse/seat-plan';
import type { Actor, ServiceContext } from '@coulisse/service-kit';
import type { Statement } from '@coulisse/service-kit/database';
import type { KeptGzip } from '@coulisse/service-kit/http';
import { hashOf } from '../holds/hold.domain';
import { Seating, SeatingCache } from './seating';
import { SharedReads } from './shared-reads';

interface Category {
  id: string;
  name: string;
  color: string;
  fromPriceMinor: number | null;
}

/** The states of all seats at one moment, as letters in the order of the plan. */
export interface SeatStates {
  performanceId: string;
  /** Version of the performance. */
  version: number;
  /** Names the seats of the performance: other seats have another one. */
  seatingId: string;
  categories: Category[];
  states: string;
}

interface StateRow {
  version: number;
  seating_id: string;
  states: string;
}

/**
 * A claim counts while it is sold or not expired. The first seat names the seating, until it is synchronised. Every claim has a seat, so that a
 * left join would do; a full join is never made by comparing each seat with each claim, which PostgreSQL does for a
 * performance of which its statistics know nothing yet.
 */
const STATES = `
SELECT performance.version, coalesce(plan.seating_id, seats.seating_id) AS seating_id, seats.states
FROM performance
LEFT JOIN performance_plan plan ON plan.tenant_id = performance.tenant_id AND plan.performance_id = performance.id
CROSS JOIN LATERAL (
  SELECT (array_agg(seat.id ORDER BY seat.path_order))[1] AS seating_id,
         string_agg(CASE WHEN claim.state = 'SOLD' THEN 'S' WHEN claim.state = 'HELD' THEN 'H'
                         WHEN seat.is_blocked THEN 'B' ELSE 'F' END, '' ORDER BY seat.path_order) AS states
  FROM (SELECT id, is_blocked, path_order FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2) seat
  FULL JOIN (
    SELECT seat_id, state FROM seat_claim
    WHERE tenant_id = $1 AND performance_id = $2 AND (state = 'SOLD' OR expires_at > now())
  ) claim ON claim.seat_id = seat.id
) seats
WHERE performance.tenant_id = $1 AND performance.id = $2 AND seats.seating_id IS NOT NULL`;

const CATEGORIES = `
SELECT c.id, c.name, c.color, min(f.ticket_price_ttc * 100)::int AS "fromPriceMinor"
FROM seat_category c
LEFT JOIN performance p ON p.tenant_id = c.tenant_id AND p.id = $2
LEFT JOIN formula f ON f.tenant_id = c.tenant_id AND f.category_id = c.id AND f.id = ANY (p.formulas) AND f.is_visible_to_public AND NOT f.archived
WHERE c.tenant_id = $1
GROUP BY c.id, c.name, c.color, c.position ORDER BY c.position, c.name`;

/**
 * Held seats of the open cart of a token, except those of its group's drivers, which it does not choose on the plan; a request
 * without a token does not read them.
 */
const MINE = `
SELECT claim.seat_id
FROM cart JOIN seat_claim claim ON claim.tenant_id = cart.tenant_id AND claim.cart_id = cart.id
WHERE cart.tenant_id = $1 AND cart.token_hash = $3 AND NOT cart.closed
  AND claim.performance_id = $2 AND claim.state <> 'SOLD' AND claim.expires_at > now()
  AND claim.seat_id <> ALL (cart.driver_seats)`;

const SEATS = `
SELECT seat.id, seat."row", seat.number, seat.category_id AS "categoryId", seat.x, seat.y, seat.rotation,
  seat.is_pmr AS "isPmr", seat.is_companion AS "isCompanion", seat.table_id AS "tableId",
  plan.seating_id AS "seatingId"
FROM performance_seat seat
LEFT JOIN performance_plan plan ON plan.tenant_id = seat.tenant_id AND plan.performance_id = seat.performance_id
WHERE seat.tenant_id = $1 AND seat.performance_id = $2 ORDER BY seat.path_order`;

const SCENE = 'SELECT scene FROM performance_plan WHERE tenant_id = $1 AND performance_id = $2';

type SeatRow = Required<SeatPlace> & { seatingId: string | null };

/** Most seats stand in rows and have no companion: that is left out of what is sent. */
const placeOf = ({ seatingId: _seatingId, isCompanion, tableId, ...seat }: SeatRow): SeatPlace => ({
  ...seat,
  ...(isCompanion && { isCompanion }),
  ...(tableId && { tableId }),
});

const RESERVATIONS = `
SELECT seat_id, reservation_id FROM seat_claim
WHERE tenant_id = $1 AND performance_id = $2 AND reservation_id IS NOT NULL AND (state = 'SOLD' OR expires_at > now())`;

/** Seats that automatic placements leave alone. */
const LOCKED =
  'SELECT id FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2 AND table_number_locked';

type Row = Record<string, unknown>;
type Named = (tenantId: string, performanceId: string, ...values: unknown[]) => Statement;
const named =
  (name: string, text: string): Named =>
  (...values) => ({ name, text, values });

const states = named('seat-states', STATES);
const categories = named('seat-map-categories', CATEGORIES);
const mine = named('seats-of-token', MINE);
const places = named('seat-places', SEATS);
const scenes = named('scene-of-performance', SCENE);
const reservations = named('reservations-of-seats', RESERVATIONS);
const lockedSeats = named('locked-seats', LOCKED);

interface SceneRow {
  scene: PlanScene;
}

/** Reads the plans of performances; keeps the seats themselves in memory, by tenant, and never their states. */
export class SeatMaps {
  private readonly seatings = new SeatingCache();
  private readonly snapshots = new SharedReads<SeatStates | null>();

  /** The states as the owner of a cart sees them; null when there is no such performance. */
  async states(
    ctx: ServiceContext,
    actor: Actor,
    performanceId: string,
    cartToken: string | null,
  ): Promise<SeatStates | null> {
    const snapshot = await this.snapshot(ctx, actor, performanceId);
    if (!snapshot || !cartToken) return snapshot;
    const seating = await this.seating(ctx, actor, performanceId, snapshot.seatingId);
    const tenantId = tenantOf(actor);
    const [own] = await ctx.db.batch(actor, [mine(tenantId, performanceId, hashOf(cartToken))]);
    const seatIds = (own?.rows ?? []).map((row: Row) => String(row.seat_id));
    return { ...snapshot, states: seating?.withMine(snapshot.states, seatIds) ?? snapshot.states };
  }

  /** The seats of a performance as JSON columns; null when it no longer has these seats. */
  async columns(
    ctx: ServiceContext,
    actor: Actor,
    performanceId: string,
    seatingId: string,
  ): Promise<string | null> {
    return (await this.seating(ctx, actor, performanceId, seatingId))?.columns ?? null;
  }

  /** Makes the JSON text of the whole plan: each seat with its place and its state. Its compressed form may be kept. */
  async whole(
    ctx: ServiceContext,
    actor: Actor,
    seatStates: SeatStates,
  ): Promise<{ text: () => string; gzip: KeptGzip } | null> {
    const { states: letters, ...head } = seatStates;
    const seating = await this.seating(ctx, actor, head.performanceId, head.seatingId);
    if (!seating) return null;
    const { scene, frame } = seating;
    const beginning = JSON.stringify({ ...head, ...frame, ...(scene && { scene }) }).slice(0, -1);
    return { text: () => `${beginning},"seats":${seating.seatsWith(letters)}}`, gzip: seating.gzip };
  }

  /** The plan for staff, with the reservation of each sold seat and the locks of table numbers. */
  async forStaff(ctx: ServiceContext, actor: Actor, performanceId: string): Promise<unknown> {
    const snapshot = await this.snapshot(ctx, actor, performanceId);
    const text = snapshot && (await this.whole(ctx, actor, snapshot));
    if (!text) return null;
    const tenantId = tenantOf(actor);
    const [claims, locked] = await ctx.db.batch(actor, [
      reservations(tenantId, performanceId),
      lockedSeats(tenantId, performanceId),
    ]);
    const lockedIds = new Set((locked?.rows ?? []).map((row: Row) => row.id));
    const bySeat = new Map((claims?.rows ?? []).map((row: Row) => [row.seat_id, row.reservation_id]));
    const plan = JSON.parse(text.text()) as { seats: { id: string }[] };
    const seats = plan.seats.map((seat) => {
      const reservationId = bySeat.get(seat.id);
      return {
        ...seat,
        ...(reservationId ? { reservationId } : {}),
        ...(lockedIds.has(seat.id) ? { tableNumberLocked: true } : {}),
      };
    });
    return { ...plan, seats };
  }

  private snapshot(ctx: ServiceContext, actor: Actor, performanceId: string): Promise<SeatStates | null> {
    const tenantId = tenantOf(actor);
    return this.snapshots.read(`${tenantId} ${performanceId}`, async () => {
      const [found, all] = await ctx.db.batch(actor, [
        states(tenantId, performanceId),
        categories(tenantId, performanceId),
      ]);
      const row = found?.rows[0] as StateRow | undefined;
      if (!row) return null;
      const seating = await this.seating(ctx, actor, performanceId, row.seating_id);
      const shown = ((all?.rows ?? []) as Category[]).filter(({ id }) => seating?.categoryIds.has(id));
      return {
        performanceId,
        version: row.version,
        seatingId: row.seating_id,
        categories: shown,
        states: row.states,
      };
    });
  }

  /** Null when the performance has other seats by now. */
  private async seating(
    ctx: ServiceContext,
    actor: Actor,
    performanceId: string,
    seatingId: string,
  ): Promise<Seating | null> {
    const tenantId = tenantOf(actor);
    const key = `${tenantId} ${performanceId} ${seatingId}`;
    const cached = this.seatings.get(key);
    if (cached) return cached;
    // The scene after the seats: seats that are stored under their seating never get an older scene.
    const [found, drawn] = await ctx.db.batch(actor, [
      places(tenantId, performanceId),
      scenes(tenantId, performanceId),
    ]);
    const seats = (found?.rows ?? []) as unknown as SeatRow[];
    if ((seats[0]?.seatingId ?? seats[0]?.id) !== seatingId) return null;
    const seating = new Seating(seats.map(placeOf), (drawn?.rows[0] as SceneRow | undefined)?.scene);
    this.seatings.set(key, seating);
    return seating;
  }
}

function tenantOf(actor: Actor): string {
  if (actor.tenantId === null) throw new Error('a plan is read for a tenant');
  return actor.tenantId;
}
