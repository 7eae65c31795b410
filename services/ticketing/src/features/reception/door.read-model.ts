import { createHash } from 'node:crypto';
import { Problem, type Tx } from '@coulisse/service-kit';
import { toBase64Url } from '@coulisse/ticket-code';
import type { TicketKeys } from '../ticket-codes/ticket-keys';
import { everyParty, type ReceptionLine } from './reception.read-model';

/** A ticket as a door knows it. Nobody can enter with what it contains. */
export interface DoorListTicket {
  id: string;
  code: string | null;
  /** Digest of the secret that tickets contained before their codes were signed. */
  digest: string;
  reservationId: string;
  seat: string;
  /** What is handed over for it; null for the ticket of a place. */
  option: { id: string; name: string } | null;
  isValid: boolean;
  isReplaced: boolean;
  admittedAt: string | null;
  device: string | null;
}
export interface Conflict {
  id: string;
  at: string;
  device: string;
  /** RED: let in off line, and refused afterwards. */
  outcome: 'AMBER' | 'RED';
  seat: string | null;
  customerName: string | null;
}
export interface DoorList {
  tenantId: string;
  readAt: string;
  /** Public keys by their number, as base64url. */
  keys: { number: number; key: string }[];
  parties: ReceptionLine[];
  tickets: DoorListTicket[];
  conflicts: Conflict[];
}

const TICKETS = `
SELECT t.id, t.code, t.secret, t.reservation_id AS "reservationId", coalesce(seat.label, '') AS seat,
       CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'name', o.name) END AS option, t.state = 'VALIDATED' AS "isValid",
       r.state = 'VALIDATED' AND i.cancel_cause IS DISTINCT FROM 'CANCELED' AND o.canceled_at IS NULL AS "isReplaced", a.scanned_at AS "admittedAt", a.device_name AS device
FROM ticket t
JOIN reservation r ON r.tenant_id = t.tenant_id AND r.id = t.reservation_id
LEFT JOIN reservation_item i ON i.tenant_id = t.tenant_id AND i.id = t.item_id
LEFT JOIN reservation_option o ON o.tenant_id = t.tenant_id AND o.id = t.reservation_option_id
LEFT JOIN performance_seat seat ON seat.tenant_id = t.tenant_id AND seat.performance_id = t.performance_id AND seat.id = t.seat_id
LEFT JOIN admission a ON a.tenant_id = t.tenant_id AND a.ticket_id = t.id AND a.outcome = 'GREEN' AND a.undone_at IS NULL
WHERE t.tenant_id = $1 AND r.tenant_id = $1 AND r.performance_id = $2 AND t.performance_id = $2 ORDER BY t.id`;
const CONFLICTS = `
SELECT a.id, a.scanned_at AS at, a.device_name AS device, a.outcome, coalesce(seat.label, o.name) AS seat, r.customer_name AS "customerName"
FROM admission a
LEFT JOIN reservation r ON r.tenant_id = a.tenant_id AND r.id = a.reservation_id
LEFT JOIN ticket t ON t.tenant_id = a.tenant_id AND t.id = a.ticket_id
LEFT JOIN reservation_option o ON o.tenant_id = t.tenant_id AND o.id = t.reservation_option_id
LEFT JOIN performance_seat seat ON seat.tenant_id = t.tenant_id AND seat.performance_id = t.performance_id AND seat.id = t.seat_id
WHERE a.tenant_id = $1 AND a.performance_id = $2 AND a.is_conflict AND a.outcome <> 'GREEN' AND a.undone_at IS NULL
ORDER BY a.scanned_at DESC LIMIT 100`;

type TicketRow = Omit<DoorListTicket, 'digest' | 'admittedAt'> & { secret: string; admittedAt: Date | null };
type ConflictRow = Omit<Conflict, 'at'> & { at: Date };

export const digestOf = (secret: string): string => toBase64Url(createHash('sha256').update(secret).digest());

/** What a door needs for an evening without a network. */
export async function doorList(tx: Tx, keys: TicketKeys, performanceId: string): Promise<DoorList> {
  const values = [tx.tenantId, performanceId];
  const [performance, tickets, conflicts] = await tx.sql.batch([
    { text: 'SELECT 1 FROM performance WHERE tenant_id = $1 AND id = $2', values },
    { text: TICKETS, values },
    { text: CONFLICTS, values },
  ]);
  if (!performance?.rowCount) throw new Problem('http.404');
  const parties = await everyParty(tx, performanceId);
  return {
    tenantId: tx.tenantId,
    readAt: new Date().toISOString(),
    keys: [...(await keys.publicKeys(tx))].map(([number, key]) => ({ number, key: toBase64Url(key) })),
    parties,
    tickets: (tickets?.rows as TicketRow[]).map(({ secret, ...row }) => ({
      ...row,
      digest: digestOf(secret),
      admittedAt: row.admittedAt?.toISOString() ?? null,
    })),
    conflicts: (conflicts?.rows as ConflictRow[]).map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}
