import { Problem, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { filetypeinfo } from 'magic-bytes.js';
import { v7 as uuidv7 } from 'uuid';
import type { FileStorage } from '../storage/file-storage.port';
import { sha256Of } from '../storage/stored-file';
import { isImage, isProgram, LARGEST_FILE, mediaTypeOf, refusalReason, tidyName } from './file.domain';
import { releaseQuota, lockContent, quotaOf, reserveQuota } from './file-usage';
import { recordOwner } from './file-rounds';
import { reencodePicture } from './picture';
import type { VirusScanner } from './virus-scanner.port';

export interface StoredFile {
  id: string;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** In pixels; null unless it is a picture. */
  width: number | null;
  height: number | null;
}

export interface UploadedFile {
  name: string;
  content: Buffer;
  /** `<rights>.read` is required to read it. */
  rights: string;
  /** True for a field that accepts pictures only. */
  imageOnly: boolean;
}

const INSERT = `INSERT INTO file (id, tenant_id, name, media_type, size, sha256, rights, width, height, scan, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/** Scans and stores the files that people upload. */
export class FileUploads {
  constructor(
    private readonly storage: FileStorage,
    private readonly scanner: VirusScanner,
  ) {}

  /**
   * Stores an uploaded file. The row is inserted first and its quota reserved, so that removing another file with the
   * same bytes does not delete them. The row is not readable before `stored_at` is set.
   */
  async store(file: UploadedFile, actor: Actor, ctx: ServiceContext): Promise<StoredFile> {
    const { rights, imageOnly } = file;
    const name = tidyName(file.name);
    const mediaType = typeOf(name, file.content, imageOnly);
    const scan = await this.scan(name, file.content, actor, ctx);
    const picture = isImage(mediaType) ? await reencodePicture(file.content, mediaType) : null;
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
      await reserveQuota(tx, size, quotaOf(ctx));
      const values = [id, tenantId, name, mediaType, size, sha256, rights, width, height, scan, actor.userId];
      await tx.sql.query(INSERT, values);
      await recordOwner(tx, rights);
    });
    try {
      await this.storage.put(tenantId, content);
      await ctx.db.inTenant(actor, ({ sql }) =>
        sql.query('UPDATE file SET stored_at = now() WHERE id = $1', [id]),
      );
    } catch (error) {
      // If this cleanup fails, the row is removed later, like any unreferenced file.
      await ctx.db
        .inTenant(actor, async (tx) => {
          const { rowCount } = await tx.sql.query('DELETE FROM file WHERE id = $1 AND stored_at IS NULL', [
            id,
          ]);
          if (rowCount > 0) await releaseQuota(tx, size);
        })
        .catch((failure: unknown) =>
          ctx.log.warn({ err: failure, file: id }, 'file.reservation_not_released'),
        );
      throw error;
    }
    return stored;
  }

  private async scan(name: string, content: Buffer, actor: Actor, ctx: ServiceContext) {
    const result = await this.scanner.scan(content);
    if (typeof result === 'string') return result;
    const { tenantId, userId } = actor;
    ctx.log.warn({ tenantId, userId, signature: result.infected }, 'file.infected');
    throw new Problem('file.infected', { params: { name } });
  }
}

/** The media type of a file; throws when it is refused. */
function typeOf(name: string, content: Buffer, imageOnly: boolean): string {
  const signatures = filetypeinfo(content.subarray(0, 64 * 1024));
  const mediaType = mediaTypeOf(name, content, signatures);
  const found = { name, size: content.length, mediaType, isProgram: isProgram(name, signatures) };
  const code = refusalReason(found, imageOnly);
  if (code)
    throw new Problem('validation.failed', {
      errors: [{ pointer: '', code, params: { max: `${LARGEST_FILE / 1024 / 1024} Mo` } }],
    });
  return mediaType;
}
