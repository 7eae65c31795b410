import { Problem, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { filetypeinfo } from 'magic-bytes.js';
import { v7 as uuidv7 } from 'uuid';
import { FILE_STORAGE } from '../storage/file-storage.port';
import { sha256Of } from '../storage/stored-file';
import { isImage, isProgram, LARGEST_FILE, mediaTypeOf, refusal, tidyName } from './file.domain';
import { giveBack, lockContent, quotaOf, reserve } from './file-usage';
import { noteOwner } from './file-rounds';
import { redrawn } from './picture';
import { VIRUS_SCANNER } from './virus-scanner.port';

export interface StoredFile {
  id: string;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Pixels, of a picture. */
  width: number | null;
  height: number | null;
}

export interface GivenFile {
  name: string;
  content: Buffer;
  /** Who holds `<rights>.read` reads it. */
  rights: string;
  /** A field that takes pictures takes nothing else. */
  imageOnly: boolean;
}

const INSERT = `INSERT INTO file (id, tenant_id, name, media_type, size, sha256, rights, width, height, scan, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/**
 * Stores what somebody uploads. Its row is written first, with its room, so that the sweep of a file with the same bytes
 * leaves them alone; nobody finds it before its bytes are there.
 */
export async function storeFile(file: GivenFile, actor: Actor, ctx: ServiceContext): Promise<StoredFile> {
  const { rights, imageOnly } = file;
  const name = tidyName(file.name);
  const mediaType = typeOf(name, file.content, imageOnly);
  const scan = await scanned(name, file.content, actor, ctx);
  const picture = isImage(mediaType) ? await redrawn(file.content, mediaType) : null;
  const content = picture?.content ?? file.content;
  const stored: StoredFile = {
    id: uuidv7(),
    name,
    mediaType,
    size: content.length,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  };
  const { id, size, width, height } = stored;
  const tenantId = actor.tenantId ?? '';
  const sha256 = sha256Of(content);
  await ctx.db.inTenant(actor, async (tx) => {
    await lockContent(tx, sha256);
    await reserve(tx, size, quotaOf(ctx));
    const values = [id, tenantId, name, mediaType, size, sha256, rights, width, height, scan, actor.userId];
    await tx.sql.query(INSERT, values);
    await noteOwner(tx, rights);
  });
  try {
    await ctx.get(FILE_STORAGE).put(tenantId, content);
    await ctx.db.inTenant(actor, ({ sql }) =>
      sql.query('UPDATE file SET stored_at = now() WHERE id = $1', [id]),
    );
  } catch (error) {
    // What cannot be taken back now is swept later, like any file that nothing points at.
    await ctx.db
      .inTenant(actor, async (tx) => {
        const { rowCount } = await tx.sql.query('DELETE FROM file WHERE id = $1 AND stored_at IS NULL', [id]);
        if (rowCount > 0) await giveBack(tx, size);
      })
      .catch((failure: unknown) => ctx.log.warn({ err: failure, file: id }, 'file.reservation_not_released'));
    throw error;
  }
  return stored;
}

/** What a file is; throws when it is nothing that is taken. */
function typeOf(name: string, content: Buffer, imageOnly: boolean): string {
  const signatures = filetypeinfo(content.subarray(0, 64 * 1024));
  const mediaType = mediaTypeOf(name, content, signatures);
  const found = { size: content.length, mediaType, isProgram: isProgram(name, signatures) };
  const code = refusal(found, imageOnly);
  if (code)
    throw new Problem('validation.failed', {
      errors: [{ pointer: '', code, params: { max: `${LARGEST_FILE / 1024 / 1024} Mo` } }],
    });
  return mediaType;
}

async function scanned(name: string, content: Buffer, actor: Actor, ctx: ServiceContext) {
  const result = await ctx.get(VIRUS_SCANNER).scan(content);
  if (typeof result === 'string') return result;
  const { tenantId, userId } = actor;
  ctx.log.warn({ tenantId, userId, signature: result.infected }, 'file.infected');
  throw new Problem('file.infected', { params: { name } });
}
