import type { Actor } from '../../actor';
import type { Database, Sql } from '../../database/types';

export type ChunkRole = 'input' | 'output';

/** Adds a piece behind those that a job has, and answers its position. */
export async function appendChunk(
  sql: Sql,
  job: { tenantId: string; id: string },
  role: ChunkRole,
  content: Uint8Array,
): Promise<void> {
  await sql.named(
    'job_chunk_append',
    `INSERT INTO job_chunk (tenant_id, job_id, role, position, content)
     SELECT $1::uuid, $2::uuid, $3::varchar, coalesce(max(position) + 1, 0), $4::bytea FROM job_chunk
     WHERE tenant_id = $1 AND job_id = $2 AND role = $3`,
    [job.tenantId, job.id, role, Buffer.from(content.buffer, content.byteOffset, content.byteLength)],
  );
}

export async function dropChunks(sql: Sql, jobId: string, role: ChunkRole): Promise<void> {
  await sql.query('DELETE FROM job_chunk WHERE job_id = $1 AND role = $2', [jobId, role]);
}

/** One piece; null when there is none at that place. */
export async function readChunk(
  sql: Sql,
  jobId: string,
  role: ChunkRole,
  position: number,
): Promise<Buffer | null> {
  const { rows } = await sql.named<{ content: Buffer }>(
    'job_chunk_read',
    'SELECT content FROM job_chunk WHERE job_id = $1 AND role = $2 AND position = $3',
    [jobId, role, position],
  );
  return rows[0]?.content ?? null;
}

/** The pieces of a job's file in their order, each read in a transaction of its own: a slow reader holds none open. */
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
