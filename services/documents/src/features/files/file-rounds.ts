import { Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import type { FileStorage } from '../storage/file-storage.port';
import { releaseQuota, lockContent } from './file-usage';

/** Hours between two rounds in which a service reports the files that the records of a tenant reference. */
const ROUND_HOURS = 6;
const ROUNDS_AT_ONCE = 20;
/** Hours that an unreferenced file is kept after its upload: a form may stay open for a day. */
const ATTACH_HOURS = 24;
/** Files described within this time before a round are kept: the round may not have seen the record that uses them. */
const MARGIN_MINUTES = 60;
const SWEPT_AT_ONCE = 200;

export interface FileRound {
  tenantId: string;
  startedAt: number;
}

/** The first file of a tenant creates the row. */
const NOTE = `INSERT INTO file_round (tenant_id, service, started_at) VALUES ($1, $2, now())
  ON CONFLICT (tenant_id, service) DO NOTHING`;
/** SKIP LOCKED: concurrent replicas get different rows. */
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

/** Records that the tenant has files of this service, so that its rounds start. */
export const recordOwner = async ({ sql, tenantId }: Tx, rights: string): Promise<void> =>
  void (await sql.query(NOTE, [tenantId, rights.split('.')[0]]));

/** Starts and returns the rounds of a service that are due. */
export const beginRounds = (service: string, ctx: ServiceContext): Promise<FileRound[]> =>
  ctx.db.inPlatform('begin rounds of files', async ({ sql }) => {
    const { rows } = await sql.query<{ tenantId: string; startedAt: string }>(BEGIN, [service, ROUND_HOURS]);
    return rows.map(({ tenantId, startedAt }) => ({ tenantId, startedAt: Number(startedAt) }));
  });

export const markFilesNeeded = (
  service: string,
  { tenantId, fileIds, publicFileIds }: { tenantId: string; fileIds: string[]; publicFileIds: string[] },
  ctx: ServiceContext,
): Promise<void> =>
  ctx.db.inTenant(actorFor(tenantId), async ({ sql }) => {
    await sql.query(KEEP, [tenantId, fileIds, publicFileIds, ofService(service)]);
  });

/** Makes files of the caller's rights public. */
export async function publishFiles(
  service: string,
  { tenantId, fileIds, rights }: { tenantId: string; fileIds: string[]; rights: string },
  ctx: ServiceContext,
): Promise<void> {
  // Rights of another service look unknown to this caller.
  if (!rights.startsWith(`${service}.`)) throw new Problem('http.404');
  await ctx.db.inTenant(actorFor(tenantId), ({ sql }) => sql.query(PUBLISH, [tenantId, fileIds, rights]));
}

/** Removes the files that no record references any more. */
export class UnusedFileRemoval {
  constructor(private readonly storage: FileStorage) {}

  /**
   * Removes the files of a service that its round did not report, and their bytes unless another row has the same hash.
   * Returns how many. A round that is not ended removes nothing.
   */
  async endRound(service: string, { tenantId, startedAt }: FileRound, ctx: ServiceContext) {
    const values = [tenantId, ofService(service), startedAt];
    let removed = 0;
    for (;;) {
      const { rows } = await ctx.db.inTenant(actorFor(tenantId), ({ sql }) =>
        sql.query<{ id: string; sha256: string }>(FIND_UNUSED, values),
      );
      let some = 0;
      for (const file of rows)
        some += await ctx.db.inTenant(actorFor(tenantId), (tx) => this.remove(tx, file, values));
      removed += some;
      if (some === 0 || rows.length < SWEPT_AT_ONCE) break;
    }
    if (removed > 0) ctx.log.info({ tenantId, service, removed }, 'file.swept');
    return removed;
  }

  /** Removes the bytes before the commit: after a failure the row remains, and the next round finds it again. */
  private async remove(
    tx: Tx,
    { id, sha256 }: { id: string; sha256: string },
    values: readonly unknown[],
  ): Promise<number> {
    await lockContent(tx, sha256);
    const { rows } = await tx.sql.query<{ size: number }>(REMOVE, [...values, id]);
    if (!rows[0]) return 0;
    await releaseQuota(tx, rows[0].size);
    const needed = await tx.sql.query(STILL_NEEDED, [tx.tenantId, sha256]);
    if (needed.rows.length === 0) await this.storage.remove(tx.tenantId, sha256);
    return 1;
  }
}
