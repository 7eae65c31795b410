import { v7 as uuidv7 } from 'uuid';
import { Problem } from '@coulisse/service-kit/problem';
import type { Call, Pipeline } from '@coulisse/resource-server/extension';
import { UPLOAD } from './uploads';

const BEAT_MS = 5_000;
/** A claim without a heartbeat for this long has expired. */
const STALE_MS = 20_000;
const RETRY_SECONDS = 10;

const CLAIM = `INSERT INTO kit.job (id, tenant_id, resource, kind, state, input, actor, owner_id, heartbeat_at)
  SELECT $1::uuid, $2::uuid, $3::text, '${UPLOAD}', 'READING', '{}', '{}', $4::text, now()
  WHERE NOT EXISTS (SELECT 1 FROM kit.job WHERE tenant_id = $2 AND kind = '${UPLOAD}' AND state = 'READING'
    AND heartbeat_at > now() - ${STALE_MS} * interval '1 ms')`;

/**
 * Ensures that only one file per tenant is read at a time, across all processes. `read` receives the id of the job that
 * will hold the upload. Throws `import.in-progress` while another file is read. The claim of a crashed process expires
 * after `STALE_MS`.
 */
export async function withUploadClaim<R>(
  { ctx }: Pipeline,
  { actor, resource }: Call,
  read: (id: string) => Promise<R>,
): Promise<R> {
  const id = uuidv7();
  await ctx.db.inTenant(actor, async ({ sql, tenantId }) => {
    // The lock serialises simultaneous requests, so that the second one sees the claim of the first.
    await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`import/${tenantId}`]);
    const owner = actor.userId ?? actor.subject ?? '';
    const { rowCount } = await sql.query(CLAIM, [id, tenantId, resource.name, owner]);
    if (rowCount === 0)
      throw new Problem('import.in-progress', { headers: { 'Retry-After': String(RETRY_SECONDS) } });
  });
  const write = (text: string) => ctx.db.inTenant(actor, ({ sql }) => sql.query(text, [id]));
  const heart = setInterval(() => {
    write('UPDATE kit.job SET heartbeat_at = now() WHERE id = $1').catch((error: unknown) =>
      ctx.log.warn({ err: error, job: id }, 'import.heartbeat_failed'),
    );
  }, BEAT_MS);
  try {
    return await read(id);
  } catch (error) {
    // The original error is thrown; a claim that could not be deleted expires soon.
    await write(`DELETE FROM kit.job WHERE id = $1 AND state = 'READING'`).catch((failure: unknown) =>
      ctx.log.warn({ err: failure, job: id }, 'import.claim_not_released'),
    );
    throw error;
  } finally {
    clearInterval(heart);
  }
}
