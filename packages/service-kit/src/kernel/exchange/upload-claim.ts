import { v7 as uuidv7 } from 'uuid';
import { Problem } from '../../problem/problem';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';
import { UPLOAD } from './uploads';

const BEAT_MS = 5_000;
/** A claim whose process has not been heard of for this long no longer stands. */
const STALE_MS = 20_000;
const RETRY_SECONDS = 10;

const CLAIM = `INSERT INTO job (id, tenant_id, resource, kind, state, input, actor, owner_id, heartbeat_at)
  SELECT $1::uuid, $2::uuid, $3::text, '${UPLOAD}', 'READING', '{}', '{}', $4::text, now()
  WHERE NOT EXISTS (SELECT 1 FROM job WHERE tenant_id = $2 AND kind = '${UPLOAD}' AND state = 'READING'
    AND heartbeat_at > now() - ${STALE_MS} * interval '1 ms')`;

/**
 * Reads a file as the only one of its tenant, whatever the number of processes: `read` gets the id of the job that the
 * upload will be. Throws `import.in-progress` while another one is read. A process that dies holds nobody up for long.
 */
export async function withUploadClaim<R>(
  { ctx }: Pipeline,
  { actor, resource }: Call,
  read: (id: string) => Promise<R>,
): Promise<R> {
  const id = uuidv7();
  await ctx.db.inTenant(actor, async ({ sql, tenantId }) => {
    // Two that ask at the same moment come one after the other, and the second sees the first.
    await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`import/${tenantId}`]);
    const owner = actor.userId ?? actor.subject ?? '';
    const { rowCount } = await sql.query(CLAIM, [id, tenantId, resource.name, owner]);
    if (rowCount === 0)
      throw new Problem('import.in-progress', { headers: { 'Retry-After': String(RETRY_SECONDS) } });
  });
  const write = (text: string) => ctx.db.inTenant(actor, ({ sql }) => sql.query(text, [id]));
  const heart = setInterval(() => {
    write('UPDATE job SET heartbeat_at = now() WHERE id = $1').catch((error: unknown) =>
      ctx.log.warn({ err: error, job: id }, 'import.heartbeat_failed'),
    );
  }, BEAT_MS);
  try {
    return await read(id);
  } catch (error) {
    // The failure is what is told; a claim that stays is stale in a moment.
    await write(`DELETE FROM job WHERE id = $1 AND state = 'READING'`).catch((failure: unknown) =>
      ctx.log.warn({ err: failure, job: id }, 'import.claim_not_released'),
    );
    throw error;
  } finally {
    clearInterval(heart);
  }
}
