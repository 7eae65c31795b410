import { Problem, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { imageSize } from 'image-size';
import { filetypeinfo } from 'magic-bytes.js';
import { v7 as uuidv7 } from 'uuid';
import { FILE_STORAGE } from '../storage/file-storage.port';
import { isImage, isProgram, LARGEST_FILE, mediaTypeOf, refusal, tidyName } from './file.domain';

export interface KeptFile {
  id: string;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Pixels, of a picture whose size can be read. */
  width: number | null;
  height: number | null;
}

export interface GivenFile {
  name: string;
  content: Buffer;
  /** Who holds `<rights>.read` reads it. */
  rights: string;
  /** Anybody who has its address reads it: posters, logos. */
  isPublic: boolean;
  /** A field that takes pictures takes nothing else. */
  imageOnly: boolean;
}

const INSERT = `INSERT INTO file (id, tenant_id, name, media_type, size, sha256, rights, is_public, width, height, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/** Keeps what somebody uploads: its bytes first, then the row without which nobody finds them. */
export async function keepFile(file: GivenFile, actor: Actor, ctx: ServiceContext): Promise<KeptFile> {
  const { content, rights, isPublic, imageOnly } = file;
  const name = tidyName(file.name);
  const signatures = filetypeinfo(content.subarray(0, 64 * 1024));
  const mediaType = mediaTypeOf(name, content, signatures);
  const found = { size: content.length, mediaType, isProgram: isProgram(name, signatures) };
  const code = refusal(found, imageOnly);
  if (code)
    throw new Problem('validation.failed', {
      errors: [{ pointer: '', code, params: { max: `${LARGEST_FILE / 1024 / 1024} Mo` } }],
    });
  const tenantId = actor.tenantId ?? '';
  const sha256 = await ctx.get(FILE_STORAGE).put(tenantId, content);
  const kept = { id: uuidv7(), name, mediaType, size: content.length, ...pixels(mediaType, content) };
  await ctx.db.inTenant(actor, async (tx) => {
    const { id, size, width, height } = kept;
    const values = [id, tenantId, name, mediaType, size, sha256, rights, isPublic, width, height];
    await tx.sql.query(INSERT, [...values, actor.userId]);
  });
  return kept;
}

function pixels(mediaType: string, content: Buffer): { width: number | null; height: number | null } {
  if (!isImage(mediaType)) return { width: null, height: null };
  try {
    const { width, height } = imageSize(content);
    return { width, height };
  } catch {
    // Its first bytes are a picture's and the rest is not: it is kept, and shown as what it is.
    return { width: null, height: null };
  }
}
