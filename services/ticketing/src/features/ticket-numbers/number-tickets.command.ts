import { systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { continueTrace } from '@coulisse/service-kit/telemetry';

/** Tickets that one transaction numbers; the orders of these are numbered whole. */
const BATCH = 500;

/** One sequencer per tenant works at a time: the next one reads what is left after the commit of this one. */
export const TURN = `SELECT pg_advisory_xact_lock(hashtextextended('ticket numbers ' || $1, 0))`;

/**
 * Numbers what waits, in the order of the sales and of their seats (both are the order of the ids, which are UUIDv7).
 * The numbers of a year come from its series: tickets of places have one, those of options another, so that the slip of a
 * performance has no gaps. Codes have at least six digits.
 */
const NUMBER = `
WITH first AS (
  SELECT reservation_id FROM ticket WHERE tenant_id = $1 AND code IS NULL ORDER BY id LIMIT $2
), due AS (
  SELECT id, traceparent, series_year AS year, kind.series,
    row_number() OVER (PARTITION BY series_year, kind.series ORDER BY id) AS place
  FROM ticket CROSS JOIN LATERAL (SELECT CASE WHEN reservation_option_id IS NULL THEN 'ticket' ELSE 'option-ticket' END AS series) kind
  WHERE tenant_id = $1 AND code IS NULL AND reservation_id IN (SELECT reservation_id FROM first)
), advanced AS (
  INSERT INTO kit.number_series AS kept (tenant_id, series, year, last)
  SELECT $1, series, year, count(*) FROM due GROUP BY series, year ORDER BY series, year
  ON CONFLICT (tenant_id, series, year) DO UPDATE SET last = kept.last + excluded.last
  RETURNING series, year, last
), numbers AS (
  SELECT id, traceparent, year, CASE series WHEN 'ticket' THEN 'T-' ELSE 'O-' END AS prefix,
    (last - count(*) OVER (PARTITION BY series, year) + place)::text AS number
  FROM due JOIN advanced USING (series, year)
), numbered AS (
  UPDATE ticket SET numbered_at = now(), traceparent = NULL, code = prefix || year || '-' || lpad(number, greatest(6, length(number)), '0')
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
