import { Problem, systemActor, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import type { ChangeableSale, ShownMoney } from '../changes/changeable-sale.store';
import type { Surplus } from '../changes/change-money.domain';
import { exchangePlaces, quoteExchange, type ExchangePlaces } from '../changes/exchange-places.command';
import type { ExchangeQuote } from '../changes/replaced-places';
import type { FormulaBySeat } from '../checkout/pricing.domain';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { exchangeableUntil, situationOf } from './order.domain';

/** An exchange of a whole order by its buyer. */
export interface ExchangeOrder {
  tenantId: string;
  reservationId: string;
  /** The edition that the buyer has seen. */
  edition: number;
  /** The buyer's cart, which holds the new seats. */
  cartToken: string | null;
  formulaBySeat: FormulaBySeat;
}

interface Terms extends Record<string, unknown> {
  hours: number | null;
  surplus: Surplus;
}

const TERMS = `SELECT online_exchange_hours AS hours, online_exchange_surplus AS surplus FROM settings WHERE tenant_id = $1`;

async function termsOf(tx: Tx): Promise<Terms> {
  const { rows } = await tx.sql.query<Terms>(TERMS, [tx.tenantId]);
  return rows[0] ?? { hours: null, surplus: 'REFUND' };
}

interface Dates extends Record<string, unknown> {
  starts_at: Date;
  is_canceled: boolean;
  is_other_date: boolean;
  has_transfers: boolean;
}

const DATES = `
SELECT own.starts_at, own.is_cancelled AS is_canceled, own.id <> target.id AND own.show_id = target.show_id AS is_other_date,
       EXISTS (SELECT 1 FROM ticket_transfer x JOIN reservation_item i ON i.tenant_id = x.tenant_id AND i.id = x.item_id
         WHERE i.tenant_id = $1 AND i.reservation_id = $4 AND i.canceled_at IS NULL AND x.revoked_at IS NULL) AS has_transfers
FROM performance own JOIN performance target ON target.tenant_id = own.tenant_id AND target.id = $3
WHERE own.tenant_id = $1 AND own.id = $2`;

/** Refuses what the theatre does not let buyers do, on the locked sale. */
const checkAllowed =
  (hours: number | null) =>
  async (tx: Tx, sale: ChangeableSale, performanceId: string): Promise<void> => {
    const { rows } = await tx.sql.query<Dates>(DATES, [
      tx.tenantId,
      sale.performance_id,
      performanceId,
      sale.reservation_id,
    ]);
    const [dates] = rows;
    if (!dates?.is_other_date) throw new Problem('order.exchange-other-date');
    if (dates.has_transfers) throw new Problem('order.has-transfers');
    const now = new Date();
    const { starts_at: startsAt } = dates;
    const situation = situationOf(
      { state: sale.state, isPerformanceCanceled: dates.is_canceled, hasCanceledSeats: false, startsAt },
      now,
    );
    const until = exchangeableUntil(
      { situation, hours, postponedUntil: null, arrivedCount: sale.arrivedCount, startsAt },
      now,
    );
    if (!until) throw new Problem('order.exchange-closed');
  };

/** The exchange as the staff's commands take it: of every place, by the rule of the theatre for what is cheaper. */
async function requestOf(
  actor: Actor,
  { tenantId: _tenantId, ...request }: ExchangeOrder,
  ctx: ServiceContext,
): Promise<ExchangePlaces> {
  const { hours, surplus } = await ctx.db.inTenant(actor, termsOf);
  return { ...request, surplus, items: 'ALL', channel: 'ONLINE', check: checkAllowed(hours) };
}

// The link is the buyer's right; the change itself is one of the staff.
const buyerOf = ({ tenantId }: ExchangeOrder): Actor => systemActor(tenantId, 'ticketing.order-page');

/** What another date would cost or give back; nothing is written. */
export async function quoteOrderExchange(
  request: ExchangeOrder,
  ctx: ServiceContext,
): Promise<ExchangeQuote> {
  const buyer = buyerOf(request);
  return quoteExchange(buyer, await requestOf(buyer, request, ctx), ctx);
}

/** Takes the seats of the buyer's cart instead of those of the order, for the money that the buyer has seen. */
export async function exchangeOrder(
  { shown, ...request }: ExchangeOrder & { shown: ShownMoney },
  ctx: ServiceContext,
  sequencer: TicketSequencer,
): Promise<ExchangeQuote> {
  const buyer = buyerOf(request);
  return exchangePlaces(buyer, { ...(await requestOf(buyer, request, ctx)), shown }, ctx, sequencer);
}
