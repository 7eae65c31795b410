import type { Actor } from '@coulisse/service-kit/actor';
import type { Database, Sql } from '@coulisse/service-kit/database';

export type ChunkRole = 'input' | 'output';

/** Appends a chunk after the last one of the job. */
export async function appendChunk(
  sql: Sql,
  job: { tenantId: string; id: string },
  role: ChunkRole,
  content: Uint8Array,
): Promise<void> {
  await sql.named(
    'job_chunk_append',
    `INSERT INTO kit.job_chunk (tenant_id, job_id, role, position, content)
     SELECT $1::uuid, $2::uuid, $3::varchar, coalesce(max(position) + 1, 0), $4::bytea FROM kit.job_chunk
     WHERE tenant_id = $1 AND job_id = $2 AND role = $3`,
    [job.tenantId, job.id, role, Buffer.from(content.buffer, content.byteOffset, content.byteLength)],
  );
}

export async function dropChunks(sql: Sql, jobId: string, role: ChunkRole): Promise<void> {
  await sql.query('DELETE FROM kit.job_chunk WHERE job_id = $1 AND role = $2', [jobId, role]);
}

/** One chunk; null when there is none at that position. */
export async function readChunk(
  sql: Sql,
  jobId: string,
  role: ChunkRole,
  position: number,
): Promise<Buffer | null> {
  const { rows } = await sql.named<{ content: Buffer }>(
    'job_chunk_read',
    'SELECT content FROM kit.job_chunk WHERE job_id = $1 AND role = $2 AND position = $3',
    [jobId, role, position],
  );
  return rows[0]?.content ?? null;
}

/** The chunks of a job's file in order, each read in its own transaction, so that a slow reader holds none open. */
export async function* readChunks(
  db: Database,
  actor: Actor,
  jobId: string,
  role: ChunkRole,
): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const content = await db.inTenant(actor, ({ sql }) => readChunk(sql, jobId, role, position));
    if (!content) return;
    yield content;
  }
}
