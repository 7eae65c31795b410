import { resourcesOf } from '@coulisse/resource-server';
import { Problem, withAllRights, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { reservation } from '../../resources';

interface EditNotes {
  actor: Actor;
  id: string;
  version: number;
}

/** What staff note on a reservation for those who prepare the evening, also once it is cancelled. */
export const editComment = (
  { comment, ...request }: EditNotes & { comment: string | null },
  ctx: ServiceContext,
): Promise<void> => edit(request, { comment }, 'edit-comment', ctx);

/** The date that the quote of a reservation has in sales; without one, the quote has the date on which it is posted. */
export const editQuoteDate = (
  { quoteDate, ...request }: EditNotes & { quoteDate: string | null },
  ctx: ServiceContext,
): Promise<void> => edit(request, { quoteDate }, 'edit-quote-date', ctx);

async function edit(
  { actor, id, version }: EditNotes,
  values: { comment: string | null } | { quoteDate: string | null },
  action: 'edit-comment' | 'edit-quote-date',
  ctx: ServiceContext,
): Promise<void> {
  await ctx.db.inTenant(actor, async (tx) => {
    const reservations = resourcesOf(ctx).of(reservation);
    const seller = withAllRights(actor);
    const locked = await reservations.lock(tx, seller, id);
    if (action === 'edit-quote-date' && locked.record.state === 'CANCELED')
      throw new Problem('reservation.is-canceled');
    await reservations.update(tx, seller, locked, values, { version, action });
  });
}
