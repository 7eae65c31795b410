import type { Tx } from '@coulisse/service-kit';
import { ON_SALE, OPEN_ONLINE } from '../catalogue/sale-terms.read-model';
import type { HoldLimits } from '../holds/hold.domain';
import { OFFER_HOURS, type OfferHours, type SeatWish } from './waiting-list.domain';

/** Seconds between two looks for seats, when nothing says that seats became free: seats are also unblocked and added. */
const LOOK_SECONDS = 5;

const LOCK = `SELECT 1 FROM waiting_list WHERE tenant_id = $1 AND performance_id = $2 FOR UPDATE SKIP LOCKED`;

/** Locks the list; false when another process offers its seats, and when there is none. */
export async function lockList(tx: Tx, performanceId: string): Promise<boolean> {
  const { rowCount } = await tx.sql.named('lock-waiting-list', LOCK, [tx.tenantId, performanceId]);
  return rowCount > 0;
}

const TAKE_RANK = `INSERT INTO waiting_list AS list (tenant_id, performance_id, last_rank) VALUES ($1, $2, 1)
  ON CONFLICT (tenant_id, performance_id) DO UPDATE SET last_rank = list.last_rank + 1, is_active = true, due_at = now()
  RETURNING last_rank`;

/** Takes the next rank and locks the list until the transaction ends: those who join come one after the other. */
export async function takeRank(tx: Tx, performanceId: string): Promise<number> {
  const { rows } = await tx.sql.named<{ last_rank: number }>('take-waiting-rank', TAKE_RANK, [
    tx.tenantId,
    performanceId,
  ]);
  return rows[0]!.last_rank;
}

const LOOKED = `UPDATE waiting_list SET due_at = now() + make_interval(secs => ${LOOK_SECONDS}),
    is_active = EXISTS (SELECT 1 FROM waiting_entry e WHERE e.tenant_id = $1 AND e.performance_id = $2 AND e.state IN ('WAITING', 'OFFERED'))
  WHERE tenant_id = $1 AND performance_id = $2`;

/** The list was looked at; one without parties needs no further look. */
export function noteLook(tx: Tx, performanceId: string): void {
  tx.defer({ text: LOOKED, values: [tx.tenantId, performanceId] });
}

/** SKIP LOCKED: whoever frees seats has locked them, and a round locks the list before the seats. */
const WAKE = `UPDATE waiting_list SET due_at = now() WHERE (tenant_id, performance_id) IN (
  SELECT tenant_id, performance_id FROM waiting_list
  WHERE tenant_id = $1 AND performance_id = $2 AND is_active FOR UPDATE SKIP LOCKED)`;

/** Seats of the performance became free: the next round looks for parties that fit. */
export function wakeList(tx: Tx, performanceId: string): void {
  tx.defer({ text: WAKE, values: [tx.tenantId, performanceId] });
}

export interface ListTerms {
  startsAt: Date;
  deadline: Date | null;
  /** One may join, and offers stay valid. */
  isOpen: boolean;
  isCanceled: boolean;
  /** Seats can be bought online now. */
  isOnSale: boolean;
  consecutivePlace: boolean;
  /** Largest party of the theatre; null: the platform's. */
  seatsPerCart: number | null;
  hours: OfferHours;
}

interface TermsRow {
  starts_at: Date;
  deadline: Date | null;
  is_open: boolean;
  is_cancelled: boolean;
  on_sale: boolean;
  consecutive_place: boolean;
  seats_per_cart: number | null;
  offer_hours: number | null;
  near_hours: number | null;
}

/** The list of a performance that is marked as sold out is open. */
const TERMS = `
SELECT p.starts_at, p.online_reservation_deadline AS deadline, p.is_cancelled, ${OPEN_ONLINE} AS is_open, ${ON_SALE} AS on_sale,
       s.consecutive_place, own.seats_per_cart, own.waiting_list_offer_hours AS offer_hours, own.waiting_list_near_hours AS near_hours
FROM performance p
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
LEFT JOIN tenant_profile t ON t.tenant_id = p.tenant_id
LEFT JOIN settings own ON own.tenant_id = p.tenant_id
WHERE p.tenant_id = $1 AND p.id = $2`;

export async function listTerms(tx: Tx, performanceId: string): Promise<ListTerms | null> {
  const { rows } = await tx.sql.named<TermsRow & Record<string, unknown>>('waiting-list-terms', TERMS, [
    tx.tenantId,
    performanceId,
  ]);
  const [row] = rows;
  return row
    ? {
        startsAt: row.starts_at,
        deadline: row.deadline,
        isOpen: row.is_open,
        isCanceled: row.is_cancelled,
        isOnSale: row.on_sale,
        consecutivePlace: row.consecutive_place,
        seatsPerCart: row.seats_per_cart,
        hours: { usual: row.offer_hours ?? OFFER_HOURS.usual, near: row.near_hours ?? OFFER_HOURS.near },
      }
    : null;
}

export const largestParty = ({ seatsPerCart }: ListTerms, limits: HoldLimits): number =>
  seatsPerCart ?? limits.seatsPerCart;

export interface WaitingParty extends SeatWish {
  id: string;
}

/** The first of each wish, in the order of joining: a second one of a wish fits only where the first does. */
const LINE = `
SELECT id, party_size AS "partySize", category_id AS "categoryId", is_together AS "isTogether"
FROM (SELECT DISTINCT ON (party_size, category_id, is_together) id, party_size, category_id, is_together, rank
      FROM waiting_entry WHERE tenant_id = $1 AND performance_id = $2 AND state = 'WAITING'
      ORDER BY party_size, category_id, is_together, rank) first
ORDER BY rank`;

export async function waitingLine(tx: Tx, performanceId: string): Promise<WaitingParty[]> {
  const { rows } = await tx.sql.named<WaitingParty & Record<string, unknown>>('waiting-line', LINE, [
    tx.tenantId,
    performanceId,
  ]);
  return rows;
}

/** Parties of a list that is closed for good, a few at a time: each has its history and its mail. */
const ENDED = `SELECT id FROM waiting_entry WHERE tenant_id = $1 AND performance_id = $2 AND state IN ('WAITING', 'OFFERED')
  ORDER BY rank LIMIT 20`;

export async function partiesToEnd(tx: Tx, performanceId: string): Promise<string[]> {
  const { rows } = await tx.sql.named<{ id: string }>('waiting-parties', ENDED, [tx.tenantId, performanceId]);
  return rows.map(({ id }) => id);
}

/**
 * Offers that are over: bought, without time, or whose buyer let every seat go. The carts are locked: a sale that is being
 * made is waited for by the next round.
 */
const OVER = `
SELECT e.id, c.closed AS "isBought", NOT c.closed AND c.expires_at > now() AS "isRefused"
FROM waiting_entry e JOIN cart c ON c.tenant_id = e.tenant_id AND c.id = e.offer_cart::uuid
WHERE e.tenant_id = $1 AND e.performance_id = $2 AND e.state = 'OFFERED'
  AND (c.closed OR c.expires_at <= now() OR NOT EXISTS (SELECT 1 FROM seat_claim claim
    WHERE claim.tenant_id = $1 AND claim.cart_id = c.id AND claim.performance_id = $2 AND claim.expires_at > now()))
ORDER BY e.rank LIMIT 50
FOR UPDATE OF c SKIP LOCKED`;

export interface OverOffer {
  id: string;
  isBought: boolean;
  isRefused: boolean;
}

export async function offersOver(tx: Tx, performanceId: string): Promise<OverOffer[]> {
  const { rows } = await tx.sql.named<OverOffer & Record<string, unknown>>('waiting-offers-over', OVER, [
    tx.tenantId,
    performanceId,
  ]);
  return rows;
}

const START_CART = `INSERT INTO cart (id, tenant_id, performance_id, token_hash, started_at, expires_at, offer_ends_at, extended, mode)
  VALUES (uuidv7(), $1, $2, $3, now(), $4, $4, true, 'FAST') RETURNING id`;

/** A cart whose time is that of an offer; nobody has its token before the link of the offer is opened. */
export async function startOfferCart(
  tx: Tx,
  performanceId: string,
  tokenHash: Buffer,
  endsAt: Date,
): Promise<string> {
  const values = [tx.tenantId, performanceId, tokenHash, endsAt];
  const { rows } = await tx.sql.named<{ id: string }>('start-offer-cart', START_CART, values);
  return rows[0]!.id;
}

const LOCK_CART = 'SELECT 1 FROM cart WHERE tenant_id = $1 AND id = $2 FOR UPDATE';
const RELEASE = `UPDATE seat_claim SET expires_at = '-infinity'
  WHERE tenant_id = $1 AND cart_id = $2 AND state <> 'SOLD' RETURNING seat_id`;
const END_CART = `UPDATE cart SET expires_at = least(expires_at, now()) WHERE tenant_id = $1 AND id = $2 AND NOT closed`;

/** Ends the cart of an offer; returns the seats that are free now. Carts are locked before seats, as everywhere. */
export async function endOfferCart(tx: Tx, cartId: string): Promise<string[]> {
  const values = [tx.tenantId, cartId];
  const results = await tx.sql.batch([
    { name: 'lock-offer-cart', text: LOCK_CART, values },
    { name: 'end-offer-cart', text: END_CART, values },
    { name: 'release-offer', text: RELEASE, values },
  ]);
  return ((results[2]?.rows ?? []) as { seat_id: string }[]).map(({ seat_id }) => seat_id);
}
