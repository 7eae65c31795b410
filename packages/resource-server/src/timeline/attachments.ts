import { baseName } from '@coulisse/resource';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { isScoped } from '@coulisse/service-kit/actor';
import { Problem } from '@coulisse/service-kit/problem';
import type { Pipeline } from '../pipeline';
import { statementName } from '../statements';
import type { Call, Row } from '../types';

/** Maximum number of attachments in a list. */
const MOST = 200;

export interface Attachment {
  id: string;
  /** `size` in bytes. */
  file: { id: string; name: string; mediaType: string; size: number };
  addedBy: string;
  at: string;
}

const COLUMNS = 'id, file_id, name, media_type, size, added_by_name, at';
const LIST = `SELECT ${COLUMNS} FROM kit.attachment
  WHERE tenant_id = $1 AND entity = $2 AND entity_id = $3 ORDER BY at DESC, id DESC LIMIT ${MOST}`;
const ADD = `INSERT INTO kit.attachment (id, tenant_id, entity, entity_id, file_id, name, media_type, size, added_by, added_by_name)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (tenant_id, entity, entity_id, file_id) DO NOTHING RETURNING ${COLUMNS}`;
const REMOVE = `DELETE FROM kit.attachment WHERE tenant_id = $1 AND entity = $2 AND entity_id = $3 AND id = $4 RETURNING name`;

const presented = (row: Row): Attachment => ({
  id: String(row.id),
  file: {
    id: String(row.file_id),
    name: String(row.name),
    mediaType: String(row.media_type),
    size: Number(row.size),
  },
  addedBy: String(row.added_by_name),
  at: (row.at as Date).toISOString(),
});

/** Files attached to the record, latest first. */
export async function listAttachments(pipeline: Pipeline, call: Call, id: string): Promise<Attachment[]> {
  pipeline.authorise(call, 'read');
  return pipeline.inTransaction(call, id, async (tx) => {
    const values = [tx.tenantId, baseName(call.resource), id];
    const { rows } = await tx.sql.named<Row>(statementName('attachment', LIST), LIST, values);
    if (rows.length === 0 || isScoped(call.actor)) await pipeline.find(tx, call, id);
    return rows.map(presented);
  });
}

/** Attaches a file that was uploaded for records of this kind. Attaching the same file again changes nothing. */
export async function addAttachment(
  pipeline: Pipeline,
  call: Call,
  id: string,
  fileId: string,
): Promise<Attachment> {
  const { resource, actor } = call;
  pipeline.authorise(call, 'update');
  const unknown = new Problem('validation.failed', {
    errors: [{ pointer: '/file', code: 'validation.choice' }],
  });
  if (!isUuid(fileId) || !actor.tenantId) throw unknown;
  // The record is checked first, so that a caller who may not see it learns nothing about files. The documents service
  // is called outside of any transaction, so that a slow one holds no database connection.
  const right = `${resource.rights}.update`;
  await pipeline.inTransaction(call, id, (tx) => pipeline.find(tx, call, id, right));
  const { files } = await pipeline.ctx.clients.files.describeFiles({
    tenantId: actor.tenantId,
    fileIds: [fileId],
  });
  const file = files[0];
  // Exactly the users who may read the record may open the file.
  if (!file || file.rights !== resource.rights) throw unknown;
  return pipeline.inTransaction(call, id, async (tx) => {
    await pipeline.find(tx, call, id, right);
    const entity = baseName(resource);
    const { name, mediaType, size } = file;
    const values = [uuidv7(), tx.tenantId, entity, id, fileId, name, mediaType, size];
    const added = await tx.sql.query<Row>(ADD, [...values, actor.userId, actor.displayName]);
    const row = added.rows[0];
    if (row) {
      await tx.history(entity, id, 'attach', { file: [null, name] });
      return presented(row);
    }
    const { rows } = await tx.sql.query<Row>(LIST, [tx.tenantId, entity, id]);
    return presented(rows.find((attachment) => attachment.file_id === fileId) ?? {});
  });
}

/** Detaches a file. The next file round deletes its bytes if nothing else refers to it; the history keeps its name. */
export async function removeAttachment(
  pipeline: Pipeline,
  call: Call,
  id: string,
  attachmentId: string,
): Promise<void> {
  pipeline.authorise(call, 'update');
  if (!isUuid(attachmentId)) throw new Problem('http.404');
  await pipeline.inTransaction(call, id, async (tx) => {
    const entity = baseName(call.resource);
    await pipeline.find(tx, call, id, `${call.resource.rights}.update`);
    const { rows } = await tx.sql.query<{ name: string }>(REMOVE, [tx.tenantId, entity, id, attachmentId]);
    if (!rows[0]) throw new Problem('http.404');
    await tx.history(entity, id, 'detach', { file: [rows[0].name, null] });
  });
}
