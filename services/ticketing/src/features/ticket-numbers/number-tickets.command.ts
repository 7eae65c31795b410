import { systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { continueTrace } from '@coulisse/service-kit/telemetry';

/** Tickets that one transaction numbers; the orders of these are numbered whole. */
const BATCH = 500;

/** One sequencer per tenant works at a time: the next one reads what is left after the commit of this one. */
export const TURN = `SELECT pg_advisory_xact_lock(hashtextextended('ticket numbers ' || $1, 0))`;

/**
 * Numbers what waits, in the order of the sales and of their seats (both are the order of the ids, which are UUIDv7).
 * The numbers of a year come from its series. Codes have at least six digits.
 */
const NUMBER = `
WITH first AS (
  SELECT reservation_id FROM ticket WHERE tenant_id = $1 AND code IS NULL ORDER BY id LIMIT $2
), due AS (
  SELECT id, traceparent, series_year AS year, row_number() OVER (PARTITION BY series_year ORDER BY id) AS place
  FROM ticket WHERE tenant_id = $1 AND code IS NULL AND reservation_id IN (SELECT reservation_id FROM first)
), series AS (
  INSERT INTO kit.number_series AS kept (tenant_id, series, year, last)
  SELECT $1, 'ticket', year, count(*) FROM due GROUP BY year
  ON CONFLICT (tenant_id, series, year) DO UPDATE SET last = kept.last + excluded.last
  RETURNING year, last
), numbers AS (
  SELECT id, traceparent, year, (last - count(*) OVER (PARTITION BY year) + place)::text AS number FROM due JOIN series USING (year)
), numbered AS (
  UPDATE ticket SET numbered_at = now(), traceparent = NULL, code = 'T-' || year || '-' || lpad(number, greatest(6, length(number)), '0')
  FROM numbers WHERE ticket.tenant_id = $1 AND ticket.id = numbers.id
  RETURNING ticket.reservation_id, ticket.id, numbers.traceparent
)
SELECT reservation_id AS "reservationId", count(*)::int AS tickets, min(traceparent) AS traceparent FROM numbered GROUP BY reservation_id ORDER BY min(id::text)`;

interface Numbered {
  reservationId: string;
  tickets: number;
  /** Of the sale, which the event continues: numbers are given in batches, outside any request. */
  traceparent: string | null;
}

/** Numbers up to a batch of a tenant's tickets, and announces each reservation of them; returns how many tickets. */
export async function numberWaitingTickets(tx: Tx): Promise<number> {
  const results = await tx.sql.batch([
    { name: 'ticket-numbers-turn', text: TURN, values: [tx.tenantId] },
    { name: 'number-tickets', text: NUMBER, values: [tx.tenantId, BATCH] },
  ]);
  const numbered = results.at(-1)!.rows as Numbered[];
  for (const { reservationId, traceparent } of numbered)
    await continueTrace(traceparent ?? undefined, () =>
      tx.publish('ticketing.reservation.v1', reservationId, {
        $case: 'ticketed',
        value: { reservationId },
      }),
    );
  return numbered.reduce((sum, { tickets }) => sum + tickets, 0);
}

/** The same in a transaction of its own; true when more may wait. */
export async function numberTicketsOf(tenantId: string, ctx: ServiceContext): Promise<boolean> {
  const count = await ctx.db.inTenant(systemActor(tenantId, 'number tickets'), numberWaitingTickets);
  return count >= BATCH;
}

/** Tenants with tickets that wait for their number. */
export async function tenantsToNumber(ctx: ServiceContext): Promise<string[]> {
  const { rows } = await ctx.db.askPlatform<{ tenant_id: string }>('find tickets without number', {
    name: 'tenants-to-number',
    text: 'SELECT DISTINCT tenant_id FROM ticket WHERE code IS NULL',
  });
  return rows.map(({ tenant_id }) => tenant_id);
}
