import { systemActor, type ServiceContext } from '@coulisse/service-kit';

export interface FileDescription {
  fileId: string;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  rights: string;
}

const DESCRIBE = `SELECT id AS "fileId", name, media_type AS "mediaType", size, rights FROM file
  WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND stored_at IS NOT NULL`;
/** A record is about to reference them: a running round must not remove them. */
const TOUCH = `UPDATE file SET kept_at = now()
  WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND kept_at < now() - interval '10 minutes'`;

/** Descriptions of files; ids that the tenant does not have are omitted. */
export const describeFiles = (
  tenantId: string,
  ids: readonly string[],
  ctx: ServiceContext,
): Promise<FileDescription[]> =>
  ctx.db.inTenant(systemActor(tenantId, 'documents.describe-files'), async ({ sql }) => {
    await sql.query(TOUCH, [tenantId, ids]);
    return (await sql.query<FileDescription & Record<string, unknown>>(DESCRIBE, [tenantId, ids])).rows;
  });
