import { Problem, type Tx } from '@coulisse/service-kit';

/** A page that is open renews its row every fifteen seconds; without two of them it is no longer open. */
const OPEN_SECONDS = 45;

const RENEW = `INSERT INTO reservation_presence (tenant_id, reservation_id, user_id, name)
  SELECT r.tenant_id, r.id, $3, $4 FROM reservation r WHERE r.tenant_id = $1 AND r.id = $2
  ON CONFLICT (tenant_id, reservation_id, user_id) DO UPDATE SET name = excluded.name, seen_at = now(),
    since = CASE WHEN reservation_presence.seen_at > now() - interval '${OPEN_SECONDS} seconds'
      THEN reservation_presence.since ELSE now() END`;
const OTHERS = `SELECT name, since FROM reservation_presence
  WHERE tenant_id = $1 AND reservation_id = $2 AND user_id <> $3 AND seen_at > now() - interval '${OPEN_SECONDS} seconds'
  ORDER BY since, user_id LIMIT 20`;
/** Rows of pages that were closed without a word. */
const FORGET = `DELETE FROM reservation_presence WHERE tenant_id = $1 AND seen_at < now() - interval '1 hour'`;
const LEAVE =
  'DELETE FROM reservation_presence WHERE tenant_id = $1 AND reservation_id = $2 AND user_id = $3';

export interface OtherPerson {
  name: string;
  since: string;
}

const personOf = (tx: Tx): string => tx.actor.userId ?? tx.actor.subject ?? '';

/** Notes that the person has the reservation open, and returns who else has. */
export async function renewPresence(tx: Tx, reservationId: string): Promise<OtherPerson[]> {
  const key = [tx.tenantId, reservationId, personOf(tx)];
  const { rowCount } = await tx.sql.query(RENEW, [...key, tx.actor.displayName.slice(0, 255)]);
  if (rowCount === 0) throw new Problem('http.404');
  tx.defer({ text: FORGET, values: [tx.tenantId] });
  const { rows } = await tx.sql.query<{ name: string; since: Date }>(OTHERS, key);
  return rows.map(({ name, since }) => ({ name, since: since.toISOString() }));
}

export function endPresence(tx: Tx, reservationId: string): void {
  tx.defer({ text: LEAVE, values: [tx.tenantId, reservationId, personOf(tx)] });
}
