import { resourcesOf, startTransitionOfAll } from '@coulisse/resource-server';
import { Problem, mayAll, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { performance, reservation } from '../../resources';
import { IN_FORCE } from './reservations-in-force';

export interface CancelPerformance {
  id: string;
  /** The version that the caller saw. */
  version: number;
  /** Why, for the history. */
  comment: string;
}

/** The job that cancels the reservations. */
type Job = Awaited<ReturnType<typeof startTransitionOfAll>>;

/**
 * Takes a performance off sale for good, and starts the job that cancels each of its reservations: as by hand, with its
 * refund and its mail. Called again, it starts the job for those that are left, such as one whose people had arrived.
 */
export const cancelPerformance = (
  actor: Actor,
  { id, version, comment }: CancelPerformance,
  ctx: ServiceContext,
): Promise<Job> =>
  ctx.db.inTenant(actor, async (tx) => {
    if (!mayAll(actor, 'ticketing.reservation.cancel')) throw new Problem('security.insufficient-privilege');
    const performances = resourcesOf(ctx).of(performance);
    const locked = await performances.lock(tx, actor, id);
    if (!locked.record.isCancelled)
      await performances.update(
        tx,
        actor,
        locked,
        { isCancelled: true },
        { version, comment, action: 'cancel-performance', withoutCommands: true },
      );
    return startTransitionOfAll(ctx, tx, actor, reservation, {
      transition: 'cancel',
      ...(comment && { comment }),
      query: { 'f.representation.eq': id, 'f.state.in': IN_FORCE.join(',') },
    });
  });
