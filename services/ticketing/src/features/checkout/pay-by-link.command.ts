import { resourcesOf } from '@coulisse/resource-server';
import {
  Problem,
  systemActor,
  withAllRights,
  type Actor,
  type ServiceContext,
  type Tx,
} from '@coulisse/service-kit';
import { reservation } from '../../resources';
import { hashOf, newSecret } from '../holds/hold.domain';
import { mailPaymentLink } from '../orders/payment-link-order';
import { draftToPay, payByVoucher, type DraftToPay } from './pay-cart.command';

export interface ReservedByLink {
  reservation: { id: string; code: string; state: 'PRE_RESERVATION' };
  /** Until when the seats are held, and the link pays. */
  deadline: string;
  amountMinor: number;
}

/** A link that ends sooner than this is no use. */
const LEAST_MINUTES = 60;

/** As long as the theatre allows, and never after the end of its online sale. */
const DEADLINE = `
SELECT least(now() + make_interval(hours => own.online_payment_link_hours), p.online_reservation_deadline, p.starts_at) AS deadline
FROM performance p JOIN settings own ON own.tenant_id = p.tenant_id AND own.online_payment_link_hours IS NOT NULL
WHERE p.tenant_id = $1 AND p.id = $2 AND NOT p.is_cancelled`;

async function deadlineOf(tx: Tx, performanceId: string): Promise<Date> {
  const { rows } = await tx.sql.query<{ deadline: Date }>(DEADLINE, [tx.tenantId, performanceId]);
  const deadline = rows[0]?.deadline;
  if (!deadline || deadline.getTime() < Date.now() + LEAST_MINUTES * 60_000)
    throw new Problem('payment-link.not-offered');
  return deadline;
}

/** The seats count for the buyer's network as long as they are held unpaid: nobody holds more than a share of a hall. */
const COUNT_LONGER = `
UPDATE network_hold SET ends_at = greatest(ends_at, $4::timestamptz),
  holds = jsonb_set(holds, ARRAY[$3::text, '1'], to_jsonb(extract(epoch FROM $4::timestamptz)))
WHERE tenant_id = $1 AND network = $2 AND holds ? $3::text`;

/** The cart belongs to the order from now on; its buyer begins another one, which cannot touch these seats. */
const DETACH = 'UPDATE cart SET token_hash = $3 WHERE tenant_id = $1 AND id = $2';

async function reserve(tx: Tx, ctx: ServiceContext, draft: DraftToPay): Promise<ReservedByLink> {
  const { id, code, cartId, network, clock } = draft;
  const deadline = await deadlineOf(tx, draft.performanceId);
  const amountMinor = await payByVoucher(tx, draft);
  if (amountMinor === 0) throw new Problem('reservation.nothing-due');
  const actor = withAllRights(systemActor(tx.tenantId, 'payment by link'));
  await resourcesOf(ctx)
    .of(reservation)
    .transition(tx, actor, id, 'reserve_by_link', { deadline: deadline.toISOString() });
  tx.defer({ text: COUNT_LONGER, values: [tx.tenantId, network, clock, deadline] });
  tx.defer({ text: DETACH, values: [tx.tenantId, cartId, hashOf(newSecret())] });
  await ctx.jobs.enqueue(
    tx,
    mailPaymentLink,
    { reservationId: id },
    { key: `payment-link:${id}:${draft.attempt}` },
  );
  return {
    reservation: { id, code, state: 'PRE_RESERVATION' },
    deadline: deadline.toISOString(),
    amountMinor,
  };
}

/** Turns a saved cart into a pre-reservation, whose buyer is mailed the link by which they pay it. */
export const payByLink = (
  { actor, cartToken }: { actor: Actor; cartToken: string | null },
  ctx: ServiceContext,
): Promise<ReservedByLink> =>
  ctx.db.inTenant(actor, async (tx) => reserve(tx, ctx, await draftToPay(tx, cartToken)));
