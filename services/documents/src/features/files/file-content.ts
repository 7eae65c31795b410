import { may, mayAll, Problem, systemActor, type Actor, type ServiceContext } from '@coulisse/service-kit';
import type { FileStorage } from '../storage/file-storage.port';

export interface FileContent {
  name: string;
  mediaType: string;
  content: Buffer;
}

interface Row extends Record<string, unknown> {
  tenant_id: string;
  name: string;
  media_type: string;
  sha256: string;
  rights: string;
  created_by: string | null;
}
const COLUMNS = 'tenant_id, name, media_type, sha256, rights, created_by';

/** Reads the uploaded files. */
export class FileContents {
  constructor(private readonly storage: FileStorage) {}

  /** A file of the actor's tenant; requires `<rights>.read`. `http.404` when it is unknown or another tenant's. */
  async read(id: string, actor: Actor, ctx: ServiceContext): Promise<FileContent> {
    const row = await ctx.db.inTenant(actor, async (tx) => {
      const text = `SELECT ${COLUMNS} FROM file WHERE tenant_id = $1 AND id = $2 AND stored_at IS NOT NULL`;
      return (await tx.sql.query<Row>(text, [tx.tenantId, id])).rows[0];
    });
    if (!row) throw new Problem('http.404');
    // Which record a file belongs to is not known here: a right on part of them opens the user's own uploads.
    const isOwn = row.created_by !== null && row.created_by === actor.userId;
    if (!(isOwn ? may : mayAll)(actor, `${row.rights}.read`))
      throw new Problem('security.insufficient-privilege');
    return this.contentOf(row);
  }

  /** A public file, for any caller. */
  async readPublic(id: string, ctx: ServiceContext): Promise<FileContent> {
    const text = `SELECT ${COLUMNS} FROM file WHERE id = $1 AND is_public AND stored_at IS NOT NULL`;
    const row = await ctx.db.inPlatform(
      'a public file',
      async ({ sql }) => (await sql.query<Row>(text, [id])).rows[0],
    );
    if (!row) throw new Problem('http.404');
    return this.contentOf(row);
  }

  /** A public file of a tenant; null without one. */
  async findPublic(id: string, tenantId: string, ctx: ServiceContext): Promise<FileContent | null> {
    const row = await ctx.db.inTenant(systemActor(tenantId, 'documents.public-file'), async (tx) => {
      const text = `SELECT ${COLUMNS} FROM file WHERE tenant_id = $1 AND id = $2 AND is_public AND stored_at IS NOT NULL`;
      return (await tx.sql.query<Row>(text, [tx.tenantId, id])).rows[0];
    });
    return row ? this.contentOf(row) : null;
  }

  /** A file that a service of the tenant owns; `http.404` without one. */
  async readOwned(
    { tenantId, fileId, owner }: { tenantId: string; fileId: string; owner: string },
    ctx: ServiceContext,
  ): Promise<FileContent> {
    const row = await ctx.db.inTenant(systemActor(tenantId, 'documents.owned-file'), async (tx) => {
      const text = `SELECT ${COLUMNS} FROM file WHERE tenant_id = $1 AND id = $2 AND rights LIKE $3 AND stored_at IS NOT NULL`;
      return (await tx.sql.query<Row>(text, [tx.tenantId, fileId, `${owner}.%`])).rows[0];
    });
    if (!row) throw new Problem('http.404');
    return this.contentOf(row);
  }

  /** The hash of a public file, for any caller. */
  async publicDigest(id: string, ctx: ServiceContext): Promise<string> {
    const text = 'SELECT sha256 FROM file WHERE id = $1 AND is_public AND stored_at IS NOT NULL';
    const { rows } = await ctx.db.askPlatform<{ sha256: string }>('the hash of a public file', {
      name: 'public-file-digest',
      text,
      values: [id],
    });
    if (!rows[0]) throw new Problem('http.404');
    return rows[0].sha256;
  }

  private async contentOf(row: Row): Promise<FileContent> {
    return {
      name: row.name,
      mediaType: row.media_type,
      content: await this.storage.get(row.tenant_id, row.sha256),
    };
  }
}
