import { createHash } from 'node:crypto';
import { validate as isUuid } from 'uuid';
import type { Sql, Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import { appendChunk, readChunk } from '@coulisse/job-runner';
import type { Call } from '@coulisse/resource-server/extension';
import { PIECE_ROWS, type StoredRow, type TablePieces } from './reading/table-pieces';
import type { DecimalSign } from './parse-number';
import type { Delimiter, TableRow } from './spreadsheet/spreadsheet.port';

/** An uploaded file that was read and waits to be imported. It is stored as a job, and deleted with the jobs. */
export interface Upload {
  readonly fileName: string;
  readonly sha256: string;
  readonly headers: readonly string[];
  readonly rows: number;
  readonly decimal: DecimalSign;
  readonly delimiter: Delimiter;
}

export const UPLOAD = 'upload';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Throws if a file with the same bytes was imported before, unless by the job `except`. */
export async function assertNotImported(
  sql: Sql,
  resource: string,
  sha256: string,
  except: string | null = null,
): Promise<void> {
  const { rows } = await sql.query<{ job_id: string }>(
    'SELECT job_id FROM kit.imported_file WHERE resource = $1 AND sha256 = $2',
    [resource, sha256],
  );
  if (rows[0] && rows[0].job_id !== except) throw new Problem('import.file-already-imported');
}
export async function rememberImported(
  { sql, tenantId }: Tx,
  resource: string,
  { sha256, fileName }: Upload,
  jobId: string,
): Promise<void> {
  await sql.query(
    `INSERT INTO kit.imported_file (tenant_id, resource, sha256, name, job_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, resource, sha256) DO NOTHING`,
    [tenantId, resource, sha256, fileName, jobId],
  );
}

/** Stores the rows of a file in pieces, in the job that was claimed for it. */
export async function storeUpload(
  tx: Tx,
  id: string,
  file: { fileName: string; sha256: string },
  { headers, rows, decimal, delimiter, pieces }: TablePieces,
): Promise<void> {
  const upload: Upload = { ...file, headers, rows, decimal, delimiter };
  const { rowCount } = await tx.sql.query(
    `UPDATE kit.job SET state = 'DONE', input = $2, finished_at = now() WHERE id = $1 AND state = 'READING'`,
    [id, JSON.stringify(upload)],
  );
  if (rowCount === 0) throw new Error(`the upload ${id} was not claimed`);
  for (const piece of pieces) await appendChunk(tx.sql, { tenantId: tx.tenantId, id }, 'input', piece);
}

export async function findUpload(sql: Sql, { resource, actor }: Call, id: string): Promise<Upload> {
  if (!isUuid(id)) throw new Problem('import.file-not-found');
  const { rows } = await sql.query<{ input: Upload }>(
    `SELECT input FROM kit.job WHERE id = $1 AND resource = $2 AND kind = '${UPLOAD}' AND owner_id = $3 AND state = 'DONE'`,
    [id, resource.name, actor.userId ?? actor.subject ?? ''],
  );
  if (!rows[0]) throw new Problem('import.file-not-found');
  return rows[0].input;
}

/** The rows of a file starting at `from`: at most `count`, and only from the piece that contains `from`. */
export async function uploadedRows(sql: Sql, id: string, from: number, count: number): Promise<TableRow[]> {
  const content = await readChunk(sql, id, 'input', Math.floor(from / PIECE_ROWS));
  if (!content) throw new Problem('import.file-not-found');
  const piece = JSON.parse(content.toString()) as StoredRow[];
  const start = from % PIECE_ROWS;
  return piece.slice(start, start + count).map(([row, cells]) => ({ row, cells }));
}
