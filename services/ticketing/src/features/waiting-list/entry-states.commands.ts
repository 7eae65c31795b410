import { defineCommand, type Command } from '@coulisse/resource-server';
import { Problem, type Tx } from '@coulisse/service-kit';
import { waitingEntry } from '../../resources';
import { announceSeats, takeSeats } from '../holds/claim-seats.command';
import { hashOf, newSecret } from '../holds/hold.domain';
import { wantedSeats, wantedSeatsFrom } from '../performance-seats/seats.read-model';
import type { PlacementRooms } from '../placement/rooms';
import { seatFinder } from './fitting-seats';
import { offerText } from './offer-text';
import { mailWaitingEntry } from './waiting-mail-order';
import { offerEnd, type SeatWish } from './waiting-list.domain';
import { endOfferCart, listTerms, startOfferCart, wakeList } from './waiting-list.store';

interface HeldOffer {
  offerCart: string;
  offerEndsAt: Date;
  offerSeats: string;
}

/** Holds the best seats for a whole party in a cart of its own. The statement that takes seats decides who gets them. */
async function holdOffer(
  tx: Tx,
  rooms: PlacementRooms,
  { performanceId, language, ...wish }: SeatWish & { performanceId: string; language: 'fr' | 'en' },
): Promise<HeldOffer> {
  const terms = await listTerms(tx, performanceId);
  if (!terms?.isOnSale) throw new Problem('performance.not-on-sale');
  const endsAt = offerEnd({ ...terms, now: new Date() }, terms.hours);
  if (!endsAt) throw new Problem('waiting-list.closed');
  const find = await seatFinder(tx, rooms, performanceId);
  const seats = find?.(wish);
  if (!seats) throw new Problem('waiting-list.no-seats');
  const cartId = await startOfferCart(tx, performanceId, hashOf(newSecret()), endsAt);
  const taken = await takeSeats(tx, { performanceId, cartId }, seats, [], endsAt);
  // Another buyer was faster: nothing of this offer stays, and the next look finds other seats.
  if (taken.seats.length < seats.length) throw new Problem('reservation.seats-no-longer-available');
  await announceSeats(tx, performanceId, seats, 'HELD');
  const [named] = await tx.sql.batch([wantedSeats(tx, performanceId, seats, null)]);
  return {
    offerCart: cartId,
    offerEndsAt: endsAt,
    offerSeats: offerText(wantedSeatsFrom(named), language),
  };
}

/** What goes with the states of entries: seats that are held or released, and mails. */
export const waitingEntryStates = (rooms: PlacementRooms): Command[] => [
  defineCommand(waitingEntry, 'offer', async ({ id, record, tx, ctx, proceed }) => {
    const { performance: performanceId, partySize, category: categoryId, isTogether, language } = record;
    const wish = { performanceId, partySize, categoryId, isTogether, language };
    const { offerEndsAt, ...offer } = await holdOffer(tx, rooms, wish);
    const offerCount = record.offerCount + 1;
    await ctx.jobs.enqueue(tx, mailWaitingEntry, {
      entryId: id,
      mail: 'OFFER',
      key: `offer:${id}:${offerCount}`,
    });
    return proceed({
      ...offer,
      offerCount,
      offeredAt: new Date().toISOString(),
      offerEndsAt: offerEndsAt.toISOString(),
    });
  }),
  // Whatever ends an offer frees its seats in the same transaction, and the next party gets them.
  defineCommand(waitingEntry, ['expire', 'leave', 'remove', 'end'], async ({ record, tx, proceed }) => {
    if (record.offerCart && record.state === 'OFFERED') {
      const freed = await endOfferCart(tx, record.offerCart);
      await announceSeats(tx, record.performance, freed, 'FREE');
      wakeList(tx, record.performance);
    }
    return proceed();
  }),
];
