import { resourcesOf } from '@coulisse/resource-server';
import { Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { waitingEntry } from '../../resources';
import type { PlacementRooms } from '../placement/rooms';
import { seatFinder } from './fitting-seats';
import { mailWaitingEntry } from './waiting-mail-order';
import { firstFitting, offerEnd } from './waiting-list.domain';
import {
  listTerms,
  lockList,
  noteLook,
  offersOver,
  partiesToEnd,
  waitingLine,
  type ListTerms,
} from './waiting-list.store';

/** Offers of one list in one round; the next round goes on. */
const MOST_OFFERS = 50;
/** Problems of an offer that another buyer was faster for: the next round tries again. */
const TAKEN_MEANWHILE = 'reservation.seats-no-longer-available';

const actorOf = (tenantId: string) => systemActor(tenantId, 'offer seats to the waiting list');

/** The performance is canceled, over or no longer sold: every party is told so. */
async function endParties(
  tx: Tx,
  ctx: ServiceContext,
  performanceId: string,
  terms: ListTerms,
): Promise<void> {
  const entries = resourcesOf(ctx).of(waitingEntry);
  const endCause = terms.isCanceled ? ('PERFORMANCE_CANCELED' as const) : ('SALE_CLOSED' as const);
  for (const id of await partiesToEnd(tx, performanceId)) {
    const actor = actorOf(tx.tenantId);
    await entries.update(tx, actor, id, { endCause });
    const { joinedAt } = await entries.transition(tx, actor, id, 'end');
    await ctx.jobs.enqueue(tx, mailWaitingEntry, {
      entryId: id,
      mail: 'ENDED',
      key: `ended:${id}:${joinedAt}`,
    });
  }
}

/** Ends the offers that are over: bought, refused, or without time. */
async function endOffers(tx: Tx, ctx: ServiceContext, performanceId: string): Promise<void> {
  const entries = resourcesOf(ctx).of(waitingEntry);
  for (const { id, isBought, isRefused } of await offersOver(tx, performanceId)) {
    const transition = isBought ? 'buy' : isRefused ? 'leave' : 'expire';
    const { offerCount } = await entries.transition(tx, actorOf(tx.tenantId), id, transition);
    if (transition === 'expire')
      await ctx.jobs.enqueue(tx, mailWaitingEntry, {
        entryId: id,
        mail: 'EXPIRED',
        key: `expired:${id}:${offerCount}`,
      });
  }
}

/** Offers seats to the first party that fits; false when there is none. Whoever calls has locked the list. */
export async function offerNext(
  tx: Tx,
  ctx: ServiceContext,
  rooms: PlacementRooms,
  performanceId: string,
): Promise<boolean> {
  const line = await waitingLine(tx, performanceId);
  if (line.length === 0) return false;
  const find = await seatFinder(tx, rooms, performanceId);
  const next = find && firstFitting(line, find);
  if (!next) return false;
  await resourcesOf(ctx).of(waitingEntry).transition(tx, actorOf(tx.tenantId), next.entry.id, 'offer');
  return true;
}

type Look = 'again' | 'done';

async function look(
  tx: Tx,
  ctx: ServiceContext,
  rooms: PlacementRooms,
  performanceId: string,
  isFirst: boolean,
): Promise<Look> {
  if (!(await lockList(tx, performanceId))) return 'done';
  const terms = await listTerms(tx, performanceId);
  noteLook(tx, performanceId);
  if (!terms) return 'done';
  if (!terms.isOpen) {
    await endParties(tx, ctx, performanceId, terms);
    return (await partiesToEnd(tx, performanceId)).length > 0 ? 'again' : 'done';
  }
  if (isFirst) await endOffers(tx, ctx, performanceId);
  const canOffer = terms.isOnSale && offerEnd({ ...terms, now: new Date() }, terms.hours) !== null;
  return canOffer && (await offerNext(tx, ctx, rooms, performanceId)) ? 'again' : 'done';
}

/**
 * Looks at one list: ends what is over, then offers free seats in the order of the line. Each offer is a transaction of its
 * own: a process that dies leaves either a whole offer, whose seats are free again when it ends, or nothing.
 */
export async function offerSeats(
  ctx: ServiceContext,
  rooms: PlacementRooms,
  { tenantId, performanceId }: { tenantId: string; performanceId: string },
): Promise<void> {
  for (let offers = 0; offers < MOST_OFFERS; offers++) {
    try {
      const result = await ctx.db.inTenant(actorOf(tenantId), (tx) =>
        look(tx, ctx, rooms, performanceId, offers === 0),
      );
      if (result === 'done') return;
    } catch (error) {
      if (error instanceof Problem && error.code === TAKEN_MEANWHILE) return;
      throw error;
    }
  }
}
