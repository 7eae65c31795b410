import { resourcesOf } from '@coulisse/resource-server';
import { Problem, systemActor, type Tx } from '@coulisse/service-kit';
import { waitingEntry } from '../../resources';
import { hashOf } from '../holds/hold.domain';
import { checkWish, type ListParts } from './join-waiting-list.command';
import type { SeatWish } from './waiting-list.domain';
import type { WaitingLinks } from './waiting-links';
import { takeRank } from './waiting-list.store';

/** The link is the person's right; the transitions are the system's. */
const personOf = (tx: Tx) => systemActor(tx.tenantId, 'ticketing.waiting-list-page');

/** Changes what a party wants; it keeps its place in the line. */
export async function changeWish(tx: Tx, parts: ListParts, entryId: string, wish: SeatWish): Promise<void> {
  const entries = resourcesOf(parts.ctx).of(waitingEntry);
  const locked = await entries.lock(tx, personOf(tx), entryId);
  if (locked.record.state === 'OFFERED') throw new Problem('waiting-list.offered');
  if (locked.record.state !== 'WAITING') throw new Problem('waiting-list.closed');
  const { partySize, categoryId, isTogether } = await checkWish(tx, parts, locked.record.performance, wish);
  await entries.update(tx, personOf(tx), locked, { partySize, category: categoryId, isTogether });
}

const ACTIVE: ReadonlySet<string> = new Set(['WAITING', 'OFFERED']);

/** Leaves the line, or refuses the offer and leaves. Leaving twice is leaving once. */
export async function leaveList(tx: Tx, { ctx }: ListParts, entryId: string): Promise<void> {
  const entries = resourcesOf(ctx).of(waitingEntry);
  const locked = await entries.lock(tx, personOf(tx), entryId);
  if (ACTIVE.has(locked.record.state)) await entries.transition(tx, personOf(tx), locked, 'leave');
}

/** Joins again at the end of the line, with the wish of before. */
export async function rejoinList(tx: Tx, parts: ListParts, entryId: string): Promise<void> {
  const entries = resourcesOf(parts.ctx).of(waitingEntry);
  // The list is locked before its entries, as by whoever joins.
  const { performance } = await entries.read(tx, personOf(tx), entryId);
  const rank = await takeRank(tx, performance);
  const { record } = await entries.lock(tx, personOf(tx), entryId);
  if (ACTIVE.has(record.state)) return;
  const { partySize, category: categoryId, isTogether } = record;
  await checkWish(tx, parts, performance, { partySize, categoryId, isTogether });
  await entries.update(tx, personOf(tx), entryId, { rank, joinedAt: new Date().toISOString() });
  await entries.transition(tx, personOf(tx), entryId, 'rejoin');
}

export interface OpenedCart {
  id: string;
  token: string;
  expiresAt: string;
  secondsLeft: number;
}

const OPEN_CART = `UPDATE cart SET token_hash = $3 FROM waiting_entry e
  WHERE cart.tenant_id = $1 AND e.tenant_id = $1 AND e.id = $2 AND e.state = 'OFFERED' AND cart.id = e.offer_cart::uuid
    AND NOT cart.closed AND cart.expires_at > now()
  RETURNING cart.expires_at, ceil(extract(epoch FROM cart.expires_at - now()))::int AS seconds_left`;
const CART_ID = `SELECT offer_cart FROM waiting_entry WHERE tenant_id = $1 AND id = $2`;

/** Gives the holder of the link the cart with the offered seats; the same one each time. */
export async function openOffer(tx: Tx, links: WaitingLinks, entryId: string): Promise<OpenedCart> {
  const { rows: entries } = await tx.sql.query<{ offer_cart: string | null }>(CART_ID, [
    tx.tenantId,
    entryId,
  ]);
  const id = entries[0]?.offer_cart;
  if (!id) throw new Problem('waiting-list.offer-over');
  const token = links.cartTokenOf(id);
  const { rows } = await tx.sql.query<{ expires_at: Date; seconds_left: number }>(OPEN_CART, [
    tx.tenantId,
    entryId,
    hashOf(token),
  ]);
  const [cart] = rows;
  if (!cart) throw new Problem('waiting-list.offer-over');
  return { id, token, expiresAt: cart.expires_at.toISOString(), secondsLeft: cart.seconds_left };
}
