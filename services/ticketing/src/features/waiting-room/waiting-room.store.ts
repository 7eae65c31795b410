import type { Actor, Tx } from '@coulisse/service-kit';
import type { Database, Statement } from '@coulisse/service-kit/database';
import { ON_SALE } from '../catalogue/sale-terms.read-model';
import {
  ABSENCE_SECONDS,
  LONGEST_VISIT_SECONDS,
  PRESENCE_SECONDS,
  TURN_SECONDS,
  VISIT_SECONDS,
  type WaitingRoomMode,
} from './waiting-room.domain';

/** A cart that holds seats of the performance $2: its buyer is inside, whatever the line says. */
const HOLDS_SEATS = `EXISTS (
  SELECT 1 FROM cart c JOIN seat_claim claim ON claim.tenant_id = c.tenant_id AND claim.cart_id = c.id
  WHERE c.tenant_id = $1 AND c.token_hash = $3 AND NOT c.closed
    AND claim.performance_id = $2 AND claim.state <> 'SOLD' AND claim.expires_at > now())`;

/**
 * The arrival of a buyer, in one statement. The row of the room is locked by its update, which reads its latest version:
 * two arrivals never have the same number, and never both take the last place inside. $3 digest of the cart's token (or
 * null), $4 network, $5 most places of a network, $6 usual number of buyers, $7 whether this process is overloaded.
 */
const ENTER = `
WITH terms AS (
  SELECT p.id, p.waiting_room AS mode, coalesce(p.waiting_room_buyers, $6::int) AS buyers, ${ON_SALE} AS on_sale,
         ${HOLDS_SEATS} AS holds
  FROM performance p
  JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
  LEFT JOIN tenant_profile t ON t.tenant_id = p.tenant_id
  WHERE p.tenant_id = $1 AND p.id = $2
), candidate AS (
  SELECT *, holds OR mode = 'OFF' AS is_free, on_sale AND mode = 'AUTO' AND NOT $7::bool AS is_eligible FROM terms
  WHERE (on_sale OR mode = 'ON' OR holds) AND (holds OR $4 = '' OR (
    SELECT count(*) FROM waiting_place w WHERE w.tenant_id = $1 AND w.performance_id = $2 AND w.network = $4) < $5::int)
), arrival AS (
  INSERT INTO waiting_room AS room (tenant_id, performance_id, last_number, inside, waiting, is_open)
  SELECT $1, id, 1, (is_free OR is_eligible)::int, (NOT (is_free OR is_eligible))::int, NOT (is_free OR is_eligible)
  FROM candidate
  ON CONFLICT (tenant_id, performance_id) DO UPDATE SET
    last_number = room.last_number + 1,
    touched_at = now(),
    (inside, waiting, is_open) = (
      SELECT room.inside + admitted::int, room.waiting + (NOT admitted)::int, room.is_open OR NOT admitted
      FROM (SELECT is_free OR (is_eligible AND room.waiting = 0 AND room.inside < buyers AND coalesce(room.places_left > 0, true)
                               AND coalesce(room.paused_until <= now(), true)) AS admitted FROM candidate) decision)
  RETURNING last_number, new.inside > coalesce(old.inside, 0) AS admitted, is_sold_out
), place AS (
  INSERT INTO waiting_place (id, tenant_id, performance_id, state, rank, network, cart_hash, admitted_at, ends_at)
  SELECT uuidv7(), $1, $2, CASE WHEN admitted THEN 'ADMITTED' ELSE 'WAITING' END,
         CASE WHEN on_sale THEN last_number ELSE -1 - floor(random() * 1e12)::bigint END, $4,
         CASE WHEN holds THEN $3::bytea END,
         CASE WHEN admitted THEN now() END, CASE WHEN admitted THEN now() + make_interval(secs => ${VISIT_SECONDS}) END
  FROM arrival, candidate
  RETURNING id, state, cart_hash
)
SELECT place.id, place.state, place.cart_hash, terms.on_sale, terms.mode
FROM terms LEFT JOIN place ON true`;

export interface Arrival {
  /** Null when the sale is closed or the network has too many places. */
  id: string | null;
  state: 'WAITING' | 'ADMITTED' | null;
  cart_hash: Buffer | null;
  on_sale: boolean;
  mode: WaitingRoomMode;
}

export interface ArrivalRequest {
  performanceId: string;
  cartHash: Buffer | null;
  network: string;
  placesPerNetwork: number;
  buyers: number;
  isOverloaded: boolean;
}

/** In one round trip, commit included: the lock of the room is held for the statement only. */
export async function enterRoom(
  db: Database,
  actor: Actor,
  request: ArrivalRequest,
): Promise<Arrival | null> {
  const { performanceId, cartHash, network, placesPerNetwork, buyers, isOverloaded } = request;
  const values = [actor.tenantId, performanceId, cartHash, network, placesPerNetwork, buyers, isOverloaded];
  const [result] = await db.batch(actor, [{ name: 'enter-waiting-room', text: ENTER, values }]);
  return ((result?.rows ?? []) as unknown as Arrival[])[0] ?? null;
}

/** Written at most twice a minute, so that polls do not wait for the row of the room. */
const TOUCH = `UPDATE waiting_room SET touched_at = now()
  WHERE tenant_id = $1 AND performance_id = $2 AND touched_at < now() - interval '30 seconds'`;

/** A sign of life of a place $3; an admitted buyer without seats cannot stay for ever. */
const SEE = `
UPDATE waiting_place SET seen_at = now(), ends_at = CASE WHEN state = 'ADMITTED' THEN
  greatest(ends_at, least(now() + make_interval(secs => ${VISIT_SECONDS}), admitted_at + make_interval(secs => ${LONGEST_VISIT_SECONDS}))) END
WHERE tenant_id = $1 AND performance_id = $2 AND id = $3 AND coalesce(ends_at > now(), true)
RETURNING state, cart_hash`;

/** Where a place stands in its line. */
const STANDING = `
SELECT room.inside, room.waiting, room.places_left, room.is_sold_out, room.pace, p.waiting_room AS mode,
       coalesce(p.waiting_room_buyers, $4::int) AS buyers, ${ON_SALE} AS on_sale,
       (SELECT count(*) FROM waiting_place ahead WHERE ahead.tenant_id = $1 AND ahead.performance_id = $2
         AND ahead.state = 'WAITING' AND ahead.rank <= mine.rank)::int AS position
FROM waiting_room room
JOIN performance p ON p.tenant_id = room.tenant_id AND p.id = room.performance_id
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
LEFT JOIN tenant_profile t ON t.tenant_id = p.tenant_id
LEFT JOIN waiting_place mine ON mine.tenant_id = room.tenant_id AND mine.id = $3
WHERE room.tenant_id = $1 AND room.performance_id = $2`;

export interface Standing {
  inside: number;
  waiting: number;
  places_left: number | null;
  is_sold_out: boolean;
  pace: number;
  mode: WaitingRoomMode;
  buyers: number;
  on_sale: boolean;
  position: number;
}

const standing = (
  tenantId: string | null,
  performanceId: string,
  placeId: string,
  buyers: number,
): Statement => ({
  name: 'waiting-room-standing',
  text: STANDING,
  values: [tenantId, performanceId, placeId, buyers],
});

export async function standingOf(
  db: Database,
  actor: Actor,
  performanceId: string,
  placeId: string,
  buyers: number,
): Promise<Standing | null> {
  const [result] = await db.batch(actor, [standing(actor.tenantId, performanceId, placeId, buyers)]);
  return ((result?.rows ?? []) as unknown as Standing[])[0] ?? null;
}

export interface SeenPlace {
  state: 'WAITING' | 'ADMITTED';
  cart_hash: Buffer | null;
}

/** Notes that the buyer of a place is still there. Null when the place has ended. */
export async function seePlace(
  db: Database,
  actor: Actor,
  performanceId: string,
  placeId: string,
  buyers: number,
): Promise<{ place: SeenPlace; standing: Standing } | null> {
  const values = [actor.tenantId, performanceId];
  // The row of the room comes before its places in every lock order.
  const [, seen, stands] = await db.batch(actor, [
    { name: 'touch-waiting-room', text: TOUCH, values },
    { name: 'see-waiting-place', text: SEE, values: [...values, placeId] },
    standing(actor.tenantId, performanceId, placeId, buyers),
  ]);
  const [place] = (seen?.rows ?? []) as unknown as SeenPlace[];
  const [where] = (stands?.rows ?? []) as unknown as Standing[];
  return place && where ? { place, standing: where } : null;
}

/** Counters are corrected by the next round: leaving must not lock the room after the place. */
export async function leaveRoom(tx: Tx, performanceId: string, placeId: string): Promise<void> {
  await tx.sql.query('DELETE FROM waiting_place WHERE tenant_id = $1 AND performance_id = $2 AND id = $3', [
    tx.tenantId,
    performanceId,
    placeId,
  ]);
}

const IS_INSIDE = `
SELECT ${HOLDS_SEATS} AS holds, EXISTS (
  SELECT 1 FROM waiting_place WHERE tenant_id = $1 AND performance_id = $2 AND id = $4 AND state = 'ADMITTED'
    AND ends_at > now() AND (cart_hash IS NULL OR cart_hash = $3)) AS admitted`;

/** Whether a buyer without a valid pass is inside: by the seats of the cart, or by a place that was admitted since. */
export async function isInside(
  tx: Tx,
  performanceId: string,
  cartHash: Buffer | null,
  placeId: string | null,
): Promise<{ holds: boolean; admitted: boolean }> {
  const { rows } = await tx.sql.named<{ holds: boolean; admitted: boolean }>(
    'is-inside-waiting-room',
    IS_INSIDE.replaceAll('$4', '$4::uuid').replaceAll('$3', '$3::bytea'),
    [tx.tenantId, performanceId, cartHash, placeId],
  );
  return rows[0] ?? { holds: false, admitted: false };
}

/** Binds a place to the first cart that uses it. False when it has ended or serves another cart. */
export async function bindPlace(
  tx: Tx,
  performanceId: string,
  placeId: string,
  cartHash: Buffer,
): Promise<boolean> {
  const { rowCount } = await tx.sql.named(
    'bind-waiting-place',
    `UPDATE waiting_place SET cart_hash = $4 WHERE tenant_id = $1 AND performance_id = $2 AND id = $3
       AND state = 'ADMITTED' AND (cart_hash IS NULL OR cart_hash = $4)`,
    [tx.tenantId, performanceId, placeId, cartHash],
  );
  return rowCount > 0;
}

/** The room, locked for one round; no row while another replica has it. */
const LOCK = `
SELECT room.budget, room.pace, p.waiting_room AS mode, coalesce(p.waiting_room_buyers, $3::int) AS buyers, ${ON_SALE} AS on_sale,
       coalesce(room.paused_until > now(), false) AS paused, extract(epoch FROM now() - room.round_at)::float8 AS seconds
FROM waiting_room room
JOIN performance p ON p.tenant_id = room.tenant_id AND p.id = room.performance_id
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
LEFT JOIN tenant_profile t ON t.tenant_id = p.tenant_id
WHERE room.tenant_id = $1 AND room.performance_id = $2
FOR UPDATE OF room SKIP LOCKED`;

export interface LockedRoom {
  budget: number;
  pace: number;
  mode: WaitingRoomMode;
  buyers: number;
  on_sale: boolean;
  paused: boolean;
  /** Since the last round. */
  seconds: number;
}

export async function lockRoom(tx: Tx, performanceId: string, buyers: number): Promise<LockedRoom | null> {
  const { rows } = await tx.sql.named<LockedRoom & Record<string, unknown>>('lock-waiting-room', LOCK, [
    tx.tenantId,
    performanceId,
    buyers,
  ]);
  return rows[0] ?? null;
}

const DROP_ABSENT = `DELETE FROM waiting_place WHERE tenant_id = $1 AND performance_id = $2 AND state = 'WAITING'
  AND seen_at < now() - make_interval(secs => ${ABSENCE_SECONDS})`;
/** Whoever holds seats is inside for as long as they are held. */
const EXTEND = `
UPDATE waiting_place place SET ends_at = live.ends_at
FROM (SELECT c.token_hash, max(claim.expires_at) AS ends_at
      FROM seat_claim claim JOIN cart c ON c.tenant_id = claim.tenant_id AND c.id = claim.cart_id
      WHERE claim.tenant_id = $1 AND claim.performance_id = $2 AND claim.state = 'HELD' AND claim.expires_at > now()
      GROUP BY c.token_hash) live
WHERE place.tenant_id = $1 AND place.performance_id = $2 AND place.cart_hash = live.token_hash AND place.ends_at < live.ends_at`;
/** A stay ends with its time, or with the sale of its cart. */
const DROP_ENDED = `
DELETE FROM waiting_place place WHERE place.tenant_id = $1 AND place.performance_id = $2 AND place.state = 'ADMITTED'
  AND (place.ends_at <= now() OR (place.cart_hash IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM cart c WHERE c.tenant_id = $1 AND c.token_hash = place.cart_hash AND NOT c.closed)))`;
const COUNT = `
SELECT (SELECT count(*) FROM waiting_place w WHERE w.tenant_id = $1 AND w.performance_id = $2 AND w.state = 'ADMITTED')::int
     + count(DISTINCT claim.cart_id) FILTER (WHERE claim.state = 'HELD' AND NOT EXISTS (
         SELECT 1 FROM cart c JOIN waiting_place w ON w.tenant_id = c.tenant_id AND w.cart_hash = c.token_hash
         WHERE c.tenant_id = $1 AND c.id = claim.cart_id AND w.performance_id = $2))::int AS inside,
       (SELECT count(*) FROM waiting_place w WHERE w.tenant_id = $1 AND w.performance_id = $2 AND w.state = 'WAITING')::int AS waiting,
       greatest(0, coalesce((SELECT places_available FROM performance WHERE tenant_id = $1 AND id = $2), 0) - count(claim.seat_id))::int AS places_left,
       count(claim.seat_id) FILTER (WHERE claim.state = 'SOLD') >= coalesce((SELECT places_available FROM performance WHERE tenant_id = $1 AND id = $2), 0) AS is_sold_out
FROM seat_claim claim
WHERE claim.tenant_id = $1 AND claim.performance_id = $2 AND (claim.state = 'SOLD' OR claim.expires_at > now())`;

export interface RoomCounts {
  inside: number;
  waiting: number;
  places_left: number;
  is_sold_out: boolean;
}

/** Ends what is over, then counts. */
export async function countRoom(tx: Tx, performanceId: string): Promise<RoomCounts> {
  const values = [tx.tenantId, performanceId];
  const results = await tx.sql.batch([
    { name: 'drop-absent-places', text: DROP_ABSENT, values },
    { name: 'extend-waiting-places', text: EXTEND, values },
    { name: 'drop-ended-places', text: DROP_ENDED, values },
    { name: 'count-waiting-room', text: COUNT, values },
  ]);
  const [counts] = (results[3]?.rows ?? []) as unknown as RoomCounts[];
  if (!counts) throw new Error('the count of a waiting room has no row');
  return counts;
}

const ADMIT = `
UPDATE waiting_place place SET state = 'ADMITTED', admitted_at = now(), ends_at = now() + make_interval(secs => ${TURN_SECONDS})
FROM (SELECT id FROM waiting_place WHERE tenant_id = $1 AND performance_id = $2 AND state = 'WAITING'
        AND seen_at > now() - make_interval(secs => ${PRESENCE_SECONDS})
      ORDER BY rank LIMIT $3) next
WHERE place.tenant_id = $1 AND place.id = next.id`;

/** Admits the first buyers of the line who are there. Returns how many. */
export async function admitFirst(tx: Tx, performanceId: string, count: number): Promise<number> {
  if (count === 0) return 0;
  const { rowCount } = await tx.sql.named('admit-waiting-places', ADMIT, [tx.tenantId, performanceId, count]);
  return rowCount;
}

const SAVE = `
UPDATE waiting_room SET inside = $3, waiting = $4, places_left = $5, is_sold_out = $6, budget = $7, pace = $8, is_open = $9,
  paused_until = CASE WHEN $10::bool THEN now() + interval '3 seconds' ELSE paused_until END, round_at = now()
WHERE tenant_id = $1 AND performance_id = $2`;

export interface SavedRound extends RoomCounts {
  budget: number;
  pace: number;
  isOpen: boolean;
  /** This process is overloaded: every replica stops admitting for three seconds. */
  isOverloaded: boolean;
}

export async function saveRound(tx: Tx, performanceId: string, round: SavedRound): Promise<void> {
  await tx.sql.named('save-waiting-room', SAVE, [
    tx.tenantId,
    performanceId,
    round.inside,
    round.waiting,
    round.places_left,
    round.is_sold_out,
    round.budget,
    round.pace,
    round.isOpen,
    round.isOverloaded,
  ]);
}
