import { Problem, type ServiceContext, settings, type Tx } from '@coulisse/service-kit';
import { documentsShape } from '../../config';

/** Storage limits of a tenant. */
export interface FileQuota {
  bytes: number;
  files: number;
}
export const quotaOf = (ctx: ServiceContext): FileQuota => {
  const { FILE_QUOTA_BYTES, FILE_QUOTA_COUNT } = settings(ctx, documentsShape);
  return { bytes: FILE_QUOTA_BYTES, files: FILE_QUOTA_COUNT };
};

/** Initialises the usage of a tenant from its existing files. */
const BEGIN = `INSERT INTO file_usage (tenant_id, bytes, files)
  SELECT $1::uuid, coalesce(sum(size), 0), count(*) FROM file WHERE tenant_id = $1
  ON CONFLICT (tenant_id) DO NOTHING`;
/** The update locks the row until the transaction ends, so concurrent uploads are counted one after the other. */
const RESERVE = `UPDATE file_usage SET bytes = bytes + $2, files = files + 1
  WHERE tenant_id = $1 AND bytes + $2 <= coalesce(quota_bytes, $3) AND files < coalesce(quota_files, $4)`;
const LIMITS = `SELECT coalesce(quota_bytes, $2)::text AS bytes, coalesce(quota_files, $3) AS files
  FROM file_usage WHERE tenant_id = $1`;
const GIVE_BACK = `UPDATE file_usage SET bytes = greatest(bytes - $2, 0), files = greatest(files - 1, 0) WHERE tenant_id = $1`;

/** Counts a file that is about to be stored; throws when the quota is exceeded. */
export async function reserveQuota({ sql, tenantId }: Tx, size: number, quota: FileQuota): Promise<void> {
  await sql.query(BEGIN, [tenantId]);
  const { rowCount } = await sql.query(RESERVE, [tenantId, size, quota.bytes, quota.files]);
  if (rowCount > 0) return;
  const { rows } = await sql.query<{ bytes: string; files: number }>(LIMITS, [
    tenantId,
    quota.bytes,
    quota.files,
  ]);
  const max = Number(rows[0]?.bytes ?? quota.bytes);
  throw new Problem('file.quota-exceeded', {
    params: { max: Math.floor(max / 1024 / 1024), files: rows[0]?.files ?? quota.files },
  });
}

/** Releases the quota of a file in the transaction that removes it. */
export const releaseQuota = async ({ sql, tenantId }: Tx, size: number): Promise<void> =>
  void (await sql.query(GIVE_BACK, [tenantId, size]));

/** Serializes storing and removing the same bytes of a tenant. */
export const lockContent = async ({ sql, tenantId }: Tx, sha256: string): Promise<void> =>
  void (await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `file/${tenantId}/${sha256}`,
  ]));
