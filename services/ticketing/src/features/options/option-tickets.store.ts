import type { Tx } from '@coulisse/service-kit';
import { currentTrace } from '@coulisse/service-kit/telemetry';
import { currentYear } from '../../resources/performance-time.rules';

/** Whether a sale `r` has options with tickets. */
export const HAS_OPTION_TICKETS = `EXISTS (SELECT 1 FROM reservation_option o WHERE o.tenant_id = r.tenant_id AND o.reservation_id = r.id
  AND o.is_ticket AND o.canceled_at IS NULL)`;

/** A ticket that holds no seat has its own id instead. Its code is signed: the secret is there because every ticket has one. */
const INSERT = `INSERT INTO ticket (id, tenant_id, reservation_id, reservation_option_id, performance_id, seat_id, series_year, secret,
    state, traceparent)
  SELECT made.id, $1, $2, made.option_id, $3, made.id, $4, made.secret, 'VALIDATED', $5 FROM`;
const NEW_TICKET = `uuidv7() AS id, replace(gen_random_uuid()::text, '-', '') AS secret`;

const ISSUE = `${INSERT} (SELECT o.id AS option_id, ${NEW_TICKET}
  FROM reservation_option o CROSS JOIN generate_series(1, o.quantity) AS unit
  WHERE o.tenant_id = $1 AND o.reservation_id = $2 AND o.is_ticket AND o.canceled_at IS NULL ORDER BY o.position, o.id, unit) made`;

/** What was handed over already is not handed over again. */
const REISSUE = `WITH voided AS (
    UPDATE ticket t SET state = 'CANCELED'
    WHERE t.tenant_id = $1 AND t.reservation_id = $2 AND t.reservation_option_id IS NOT NULL AND t.state = 'VALIDATED'
      AND NOT EXISTS (SELECT 1 FROM admission a WHERE a.tenant_id = t.tenant_id AND a.ticket_id = t.id
        AND a.outcome = 'GREEN' AND a.undone_at IS NULL)
    RETURNING t.reservation_option_id)
  ${INSERT} (SELECT voided.reservation_option_id AS option_id, ${NEW_TICKET} FROM voided) made`;

const valuesOf = (tx: Tx, reservationId: string, performanceId: string) => [
  ...[tx.tenantId, reservationId, performanceId, currentYear(tx.zone)],
  currentTrace()?.traceparent ?? null,
];

/** Issues a ticket for each unit of the options that have some, with the tickets of the places. */
export const issueOptionTickets = (tx: Tx, reservationId: string, performanceId: string): void =>
  tx.defer({ text: ISSUE, values: valuesOf(tx, reservationId, performanceId) });

/** The reservation is for another performance: the code of a ticket is good for one. */
export const reissueOptionTickets = (tx: Tx, reservationId: string, performanceId: string): void =>
  tx.defer({ text: REISSUE, values: valuesOf(tx, reservationId, performanceId) });
