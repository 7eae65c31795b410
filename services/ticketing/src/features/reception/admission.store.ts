import type { Tx } from '@coulisse/service-kit';
import type { Decision, DoorDevice, DoorTicket, Outcome, Reason } from './admission.domain';

/** An entry as it was answered. */
export interface StoredAdmission {
  id: string;
  performanceId: string;
  reservationId: string | null;
  ticketId: string | null;
  people: number;
  outcome: Outcome;
  reason: Reason | null;
  device: string;
  deviceName: string;
  isConflict: boolean;
  scannedAt: Date;
  receivedAt: Date;
  undoneAt: Date | null;
}
export type ScannedTicket = DoorTicket & { secret: string };

const COLUMNS = `id, performance_id AS "performanceId", reservation_id AS "reservationId", ticket_id AS "ticketId", people, outcome,
  reason, device, device_name AS "deviceName", is_conflict AS "isConflict", scanned_at AS "scannedAt",
  received_at AS "receivedAt", undone_at AS "undoneAt"`;

/** Reservations of tickets of this performance, in the order in which every door locks them. */
export async function reservationsOfTickets(
  tx: Tx,
  performanceId: string,
  ids: readonly string[],
  secrets: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.sql.named<{ id: string }>(
    'admission-reservations',
    `SELECT DISTINCT reservation_id AS id FROM ticket
     WHERE tenant_id = $1 AND performance_id = $2 AND (id = ANY($3::uuid[]) OR secret = ANY($4::text[]))`,
    [tx.tenantId, performanceId, ids, secrets],
  );
  return rows.map(({ id }) => id);
}

const TICKETS = `
SELECT t.id, t.secret, t.performance_id AS "performanceId", t.reservation_id AS "reservationId", t.state = 'VALIDATED' AS "isValid",
       r.state = 'VALIDATED' AND i.cancel_cause IS DISTINCT FROM 'CANCELED' AND o.canceled_at IS NULL AS "isReplaced",
       coalesce(seat.label, '') AS seat, CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'name', o.name) END AS option
FROM ticket t
JOIN reservation r ON r.tenant_id = t.tenant_id AND r.id = t.reservation_id
LEFT JOIN reservation_item i ON i.tenant_id = t.tenant_id AND i.id = t.item_id
LEFT JOIN reservation_option o ON o.tenant_id = t.tenant_id AND o.id = t.reservation_option_id
LEFT JOIN performance_seat seat ON seat.tenant_id = t.tenant_id AND seat.performance_id = t.performance_id AND seat.id = t.seat_id
WHERE t.tenant_id = $1 AND (t.id = ANY($2::uuid[]) OR t.secret = ANY($3::text[]))`;

/** What doors have read and written about these tickets, in one message; the caller has locked their reservations. */
export async function readDoorState(
  tx: Tx,
  {
    entryIds,
    ids,
    secrets,
  }: { entryIds: readonly string[]; ids: readonly string[]; secrets: readonly string[] },
): Promise<{ tickets: ScannedTicket[]; admitted: StoredAdmission[]; stored: StoredAdmission[] }> {
  const [tickets, admitted, stored] = await tx.sql.batch([
    { name: 'admission-tickets', text: TICKETS, values: [tx.tenantId, ids, secrets] },
    {
      name: 'admission-standing',
      text: `SELECT ${COLUMNS} FROM admission WHERE tenant_id = $1 AND outcome = 'GREEN' AND undone_at IS NULL AND ticket_id IN (
        SELECT id FROM ticket WHERE tenant_id = $1 AND (id = ANY($2::uuid[]) OR secret = ANY($3::text[])))`,
      values: [tx.tenantId, ids, secrets],
    },
    {
      name: 'admission-stored',
      text: `SELECT ${COLUMNS} FROM admission WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
      values: [tx.tenantId, entryIds],
    },
  ]);
  return {
    tickets: (tickets?.rows ?? []) as ScannedTicket[],
    admitted: (admitted?.rows ?? []) as StoredAdmission[],
    stored: (stored?.rows ?? []) as StoredAdmission[],
  };
}

/** Writes decisions in two statements. Those that another door was before are written first: a ticket admits once. */
export async function writeAdmissions(
  tx: Tx,
  performanceId: string,
  door: DoorDevice,
  decisions: readonly Decision[],
): Promise<void> {
  const superseded = decisions.flatMap(({ supersedes }) => (supersedes ? [supersedes.id] : []));
  if (superseded.length > 0)
    tx.defer({
      text: `UPDATE admission SET outcome = 'AMBER', reason = 'ALREADY_IN', is_conflict = true
        WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
      values: [tx.tenantId, superseded],
    });
  await tx.sql.named(
    'admission-insert',
    `INSERT INTO admission (id, tenant_id, performance_id, reservation_id, ticket_id, people, outcome, reason, device, device_name,
       is_conflict, scanned_at)
     SELECT made.id, $1, $2, made."reservationId", made."ticketId", made.people, made.outcome, made.reason, $3, $4,
       made."isConflict", made.at
     FROM jsonb_to_recordset($5::jsonb) AS made (id uuid, "reservationId" uuid, "ticketId" uuid, people int, outcome text,
       reason text, "isConflict" boolean, at timestamptz)`,
    [tx.tenantId, performanceId, door.device, door.deviceName, JSON.stringify(decisions)],
  );
}

export async function reservationOfAdmission(
  tx: Tx,
  performanceId: string,
  id: string,
): Promise<string | null> {
  const { rows } = await tx.sql.query<{ reservation_id: string | null }>(
    'SELECT reservation_id FROM admission WHERE tenant_id = $1 AND performance_id = $2 AND id = $3',
    [tx.tenantId, performanceId, id],
  );
  return rows[0]?.reservation_id ?? null;
}

/** Locks an entry of a performance; null when there is none. */
export async function lockAdmission(
  tx: Tx,
  performanceId: string,
  id: string,
): Promise<StoredAdmission | null> {
  const { rows } = await tx.sql.query<StoredAdmission & Record<string, unknown>>(
    `SELECT ${COLUMNS} FROM admission WHERE tenant_id = $1 AND performance_id = $2 AND id = $3 FOR UPDATE`,
    [tx.tenantId, performanceId, id],
  );
  return rows[0] ?? null;
}

export function markUndone(tx: Tx, id: string): void {
  tx.defer({
    text: 'UPDATE admission SET undone_at = now() WHERE tenant_id = $1 AND id = $2',
    values: [tx.tenantId, id],
  });
}
