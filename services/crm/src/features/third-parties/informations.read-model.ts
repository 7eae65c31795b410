import type { Tx } from '@coulisse/service-kit';
import { turnoverOf, type Turnover } from '../loyalty/turnover.read-model';

export interface Informations {
  turnover: Turnover;
  contacts: number;
  notes: number;
  lastNote: { id: string; title: string; date: string } | null;
  /** Third parties that were merged into this one. */
  merged: { id: string; label: string | null }[];
}

interface Row extends Record<string, unknown> {
  contacts: number;
  notes: number;
  last: { id: string; title: string; date: string } | null;
  merged: Informations['merged'];
}

const COUNTED = `SELECT
    (SELECT count(*)::int FROM contact c WHERE c.tenant_id = $1 AND c.society_id = $2)
      + (SELECT count(*)::int FROM contact c WHERE c.tenant_id = $1 AND c.particular_id = $2) AS contacts,
    (SELECT count(*)::int FROM note n WHERE n.tenant_id = $1 AND n.tiers_id = $2) AS notes,
    (SELECT json_build_object('id', n.id, 'title', n.title, 'date', to_char(n.date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     FROM note n WHERE n.tenant_id = $1 AND n.tiers_id = $2 ORDER BY n.date DESC, n.id LIMIT 1) AS last,
    (SELECT coalesce(json_agg(json_build_object('id', m.id, 'label', m.name) ORDER BY m.name), '[]')
     FROM tiers m WHERE m.tenant_id = $1 AND m.merged_into_id = $2) AS merged`;

/** Data about a third party beside its own record. */
export async function informationsOf(tx: Tx, tiersId: string): Promise<Informations> {
  const { rows } = await tx.sql.query<Row>(COUNTED, [tx.tenantId, tiersId]);
  const { contacts = 0, notes = 0, last = null, merged = [] } = rows[0] ?? {};
  return { turnover: await turnoverOf(tx, tiersId), contacts, notes, lastNote: last, merged };
}
