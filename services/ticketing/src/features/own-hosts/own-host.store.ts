import type { OwnHost } from '@coulisse/contracts/own-host';
import type { ServiceContext, Tx } from '@coulisse/service-kit';

/** The present host of the tenant of `row`: the one that was proven first. */
export const currentHost = (row: string): string =>
  `(SELECT h.host FROM public_host h WHERE h.tenant_id = ${row}.tenant_id AND h.is_current
    ORDER BY h.proven_at, h.host LIMIT 1)`;

/** Who has a host, or had it last. */
export interface HostHolder extends Record<string, unknown> {
  tenant_id: string;
  is_current: boolean;
}

/** Of any tenant: what it answers is never shown. */
export async function holderOf(ctx: ServiceContext, host: string): Promise<HostHolder | undefined> {
  const { rows } = await ctx.db.askPlatform<HostHolder>('find who has a host name', {
    name: 'holder-of-host',
    text: 'SELECT tenant_id, is_current FROM public_host WHERE host = $1',
    values: [host],
  });
  return rows[0];
}

/** The key of the table lets one tenant alone have a host: a second one waits for the first, and inserts nothing. */
export const TAKE_HOST =
  'INSERT INTO public_host (tenant_id, host) VALUES ($1, $2) ON CONFLICT (host) DO NOTHING';

/** False when another tenant has it. */
export async function takeHost(tx: Tx, host: string): Promise<boolean> {
  const values = [tx.tenantId, host];
  const again = await tx.sql.query(
    `UPDATE public_host SET is_current = true, proven_at = now() WHERE tenant_id = $1 AND host = $2`,
    values,
  );
  if (again.rowCount > 0) return true;
  const taken = await tx.sql.query(TAKE_HOST, values);
  return taken.rowCount > 0;
}

/** Its links lead on to the present address of the theatre. */
export async function giveHostUp(tx: Tx, host: string): Promise<void> {
  await tx.sql.query('UPDATE public_host SET is_current = false WHERE tenant_id = $1 AND host = $2', [
    tx.tenantId,
    host,
  ]);
}

/** Another tenant has proven a host that this one gave up. */
export async function releaseHost(tx: Tx, host: string): Promise<void> {
  await tx.sql.query('DELETE FROM public_host WHERE tenant_id = $1 AND host = $2 AND NOT is_current', [
    tx.tenantId,
    host,
  ]);
}

/** A look that found what the last one found: a thousand of them in seven days are no history of the record. */
export async function noteLook(tx: Tx, ownHostId: string): Promise<void> {
  await tx.sql.query('UPDATE own_host SET checked_at = now() WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    ownHostId,
  ]);
}

/** The host of an archived theatre leads to the installation: one that is in no list would show all theatres. */
const HOSTS = `SELECT p.host, p.tenant_id AS theatre, t.slug, p.is_current AND NOT t.archived AS "isCurrent",
    CASE WHEN NOT p.is_current AND NOT t.archived THEN ${currentHost('p')} END AS "movedTo"
  FROM public_host p JOIN tenant_profile t ON t.tenant_id = p.tenant_id
  ORDER BY p.host`;

/** All host names, for the gateway. */
export async function ownHosts(ctx: ServiceContext): Promise<OwnHost[]> {
  const { rows } = await ctx.db.askPlatform<OwnHost & Record<string, unknown>>('list the host names', {
    name: 'own-hosts',
    text: HOSTS,
  });
  return rows;
}
