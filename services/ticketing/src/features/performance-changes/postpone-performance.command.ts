import { resourcesOf, type Resources } from '@coulisse/resource-server';
import { Problem, systemActor, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { performance, reservation } from '../../resources';
import { startOf } from '../../resources/performance-time.rules';
import { NEXT_EDITIONS } from '../changes/apply-change.command';
import { announceSeats } from '../holds/claim-seats.command';
import { checkPostponement, movedDeadline } from './postponement.domain';
import {
  lockCartsOfReserved,
  lockPromised,
  moveHoldsOfDeposits,
  type PromisedReservation,
} from './reservations-in-force';

export interface PostponePerformance {
  id: string;
  /** The version that the caller saw. */
  version: number;
  date: string;
  showTimes: string[];
  mealTimes: string[];
  /** What the buyers are told; may be empty. */
  message: string;
  /** Until when buyers may cancel on line and get their money back; null when they may not. */
  cancelableUntil: string | null;
}

interface Announcement {
  performanceId: string;
  formerStartsAt: string;
  message: string;
  cancelableUntil: string | null;
}

/** Tickets carry the date: those that were sold are written again, and every buyer gets a mail. */
async function announce(
  tx: Tx,
  reservations: readonly PromisedReservation[],
  { performanceId, formerStartsAt, message, cancelableUntil }: Announcement,
): Promise<void> {
  const sold = reservations.filter(({ isSold }) => isSold).map(({ id }) => id);
  const { rows } = await tx.sql.query<{ reservation_id: string; edition: number }>(NEXT_EDITIONS, [
    tx.tenantId,
    sold,
    null,
  ]);
  const editionOf = new Map(rows.map(({ reservation_id, edition }) => [reservation_id, edition]));
  for (const { id, totalMinor } of reservations) {
    await tx.history(reservation.name, id, 'postpone', {});
    await tx.publish('ticketing.reservation.v1', id, {
      $case: 'postponed',
      value: {
        ...{ reservationId: id, performanceId, formerStartsAt, message },
        cancelableUntil: cancelableUntil ?? '',
      },
    });
    const edition = editionOf.get(id);
    if (edition !== undefined)
      await tx.publish('ticketing.reservation.v1', id, {
        $case: 'changed',
        value: { reservationId: id, performanceId, edition, totalMinor },
      });
  }
}

/** A deposit holds its seats until the performance begins, whenever that is. */
async function moveDeposits(
  tx: Tx,
  resources: Resources,
  performanceId: string,
  startsAt: string,
): Promise<void> {
  const { reservations, seats } = await moveHoldsOfDeposits(tx, performanceId, startsAt);
  const seller = systemActor(tx.tenantId, 'ticketing.sale');
  for (const id of reservations)
    await resources.of(reservation).transition(tx, seller, id, 'move_deadline', { deadline: startsAt });
  await announceSeats(tx, performanceId, seats, 'HELD');
}

/**
 * Plays a performance at another time: seats and prices stay, tickets are written again, and all buyers are told, in one
 * transaction. Returns how many reservations moved.
 */
export const postponePerformance = (
  actor: Actor,
  request: PostponePerformance,
  ctx: ServiceContext,
): Promise<{ reservations: number }> =>
  ctx.db.inTenant(actor, async (tx) => {
    const { id, version, date, showTimes, mealTimes, message, cancelableUntil } = request;
    const resources = resourcesOf(ctx);
    const performances = resources.of(performance);
    await lockCartsOfReserved(tx, id);
    const locked = await performances.lock(tx, actor, id);
    const { record } = locked;
    if (record.isCancelled) throw new Problem('performance.canceled');
    const startsAt = startOf(date, showTimes, mealTimes, tx.zone);
    if (startsAt === null || record.startsAt === null)
      throw new Problem('validation.failed', {
        errors: [{ pointer: '/showTimes', code: 'validation.not-blank' }],
      });
    const before = { ...record, startsAt: record.startsAt };
    const after = { date, showTimes, mealTimes, startsAt };
    checkPostponement(before, after, cancelableUntil === null ? null : new Date(cancelableUntil), new Date());
    const onlineReservationDeadline = movedDeadline(record.onlineReservationDeadline, before, after);
    await performances.update(
      tx,
      actor,
      locked,
      { date, showTimes, mealTimes, onlineReservationDeadline, cancelableUntil },
      { version, comment: message, action: 'postpone', withoutCommands: true },
    );
    const reservations = await lockPromised(tx, id);
    await moveDeposits(tx, resources, id, startsAt);
    const { startsAt: formerStartsAt } = before;
    await announce(tx, reservations, { performanceId: id, formerStartsAt, message, cancelableUntil });
    return { reservations: reservations.length };
  });
