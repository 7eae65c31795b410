import { Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { FILE_STORAGE } from '../storage/file-storage.port';
import { giveBack, lockContent } from './file-usage';

/** Hours between two rounds of a service through the records of a tenant. */
const ROUND_HOURS = 6;
const ROUNDS_AT_ONCE = 20;
/** A file that nothing points at has this long to be attached: a form may stay open for a day. */
const ATTACH_HOURS = 24;
/** What was described this long before a round may belong to a record that the round has not seen. */
const MARGIN_MINUTES = 60;
const SWEPT_AT_ONCE = 200;

export interface FileRound {
  tenantId: string;
  startedAt: number;
}

/** A tenant's first file makes its row. */
const NOTE = `INSERT INTO file_round (tenant_id, service, started_at) VALUES ($1, $2, now())
  ON CONFLICT (tenant_id, service) DO NOTHING`;
/** Of two replicas that ask at the same moment each gets other rows. */
const BEGIN = `UPDATE file_round SET started_at = now() WHERE (tenant_id, service) IN (
    SELECT tenant_id, service FROM file_round WHERE service = $1 AND started_at < now() - $2 * interval '1 hour'
    ORDER BY started_at LIMIT ${ROUNDS_AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING tenant_id AS "tenantId", (extract(epoch FROM started_at) * 1000)::bigint::text AS "startedAt"`;
const KEEP = `UPDATE file SET kept_at = now(), is_public = id = ANY($3::uuid[])
  WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND rights LIKE $4`;
const PUBLISH = `UPDATE file SET is_public = true, kept_at = now()
  WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND rights = $3 AND NOT is_public`;
const UNUSED = `rights LIKE $2 AND created_at < now() - ${ATTACH_HOURS} * interval '1 hour'
  AND kept_at < to_timestamp($3::double precision / 1000) - ${MARGIN_MINUTES} * interval '1 minute'`;
const FIND_UNUSED = `SELECT id, sha256 FROM file WHERE tenant_id = $1 AND ${UNUSED} ORDER BY id LIMIT ${SWEPT_AT_ONCE}`;
const REMOVE = `DELETE FROM file WHERE tenant_id = $1 AND ${UNUSED} AND id = $4 RETURNING size`;
const STILL_NEEDED = `SELECT 1 FROM file WHERE tenant_id = $1 AND sha256 = $2
  UNION ALL SELECT 1 FROM document WHERE tenant_id = $1 AND sha256 = $2 LIMIT 1`;

const ofService = (service: string) => `${service}.%`;
const actorFor = (tenantId: string) => systemActor(tenantId, 'documents.sweep-files');

/** There are files of this service now: its rounds begin. */
export const noteOwner = async ({ sql, tenantId }: Tx, rights: string): Promise<void> =>
  void (await sql.query(NOTE, [tenantId, rights.split('.')[0]]));

/** Rounds that are due for a service, now begun. */
export const beginRounds = (service: string, ctx: ServiceContext): Promise<FileRound[]> =>
  ctx.db.inPlatform('begin rounds of files', async ({ sql }) => {
    const { rows } = await sql.query<{ tenantId: string; startedAt: string }>(BEGIN, [service, ROUND_HOURS]);
    return rows.map(({ tenantId, startedAt }) => ({ tenantId, startedAt: Number(startedAt) }));
  });

export const keepFiles = (
  service: string,
  { tenantId, fileIds, publicFileIds }: { tenantId: string; fileIds: string[]; publicFileIds: string[] },
  ctx: ServiceContext,
): Promise<void> =>
  ctx.db.inTenant(actorFor(tenantId), async ({ sql }) => {
    await sql.query(KEEP, [tenantId, fileIds, publicFileIds, ofService(service)]);
  });

/** Shows files whose rights the caller's resource has. */
export async function publishFiles(
  service: string,
  { tenantId, fileIds, rights }: { tenantId: string; fileIds: string[]; rights: string },
  ctx: ServiceContext,
): Promise<void> {
  // Rights of another service are, to this one, rights that do not exist.
  if (!rights.startsWith(`${service}.`)) throw new Problem('http.404');
  await ctx.db.inTenant(actorFor(tenantId), ({ sql }) => sql.query(PUBLISH, [tenantId, fileIds, rights]));
}

/**
 * Removes the files of a service that its round has not named, with their bytes where no other row has the same. Answers
 * how many. A round that did not end removes nothing.
 */
export async function endRound(service: string, { tenantId, startedAt }: FileRound, ctx: ServiceContext) {
  const values = [tenantId, ofService(service), startedAt];
  let removed = 0;
  for (;;) {
    const { rows } = await ctx.db.inTenant(actorFor(tenantId), ({ sql }) =>
      sql.query<{ id: string; sha256: string }>(FIND_UNUSED, values),
    );
    let some = 0;
    for (const file of rows)
      some += await ctx.db.inTenant(actorFor(tenantId), (tx) => remove(tx, file, values, ctx));
    removed += some;
    if (some === 0 || rows.length < SWEPT_AT_ONCE) break;
  }
  if (removed > 0) ctx.log.info({ tenantId, service, removed }, 'file.swept');
  return removed;
}

/** The bytes go before the commit: what fails leaves a row that the next round finds again. */
async function remove(
  tx: Tx,
  { id, sha256 }: { id: string; sha256: string },
  values: readonly unknown[],
  ctx: ServiceContext,
): Promise<number> {
  await lockContent(tx, sha256);
  const { rows } = await tx.sql.query<{ size: number }>(REMOVE, [...values, id]);
  if (!rows[0]) return 0;
  await giveBack(tx, rows[0].size);
  const needed = await tx.sql.query(STILL_NEEDED, [tx.tenantId, sha256]);
  if (needed.rows.length === 0) await ctx.get(FILE_STORAGE).remove(tx.tenantId, sha256);
  return 1;
}
