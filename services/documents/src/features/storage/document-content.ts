import { Problem, type Actor, type ServiceContext } from '@coulisse/service-kit';
import type { FileStorage } from './file-storage.port';

export interface DocumentContent {
  fileName: string;
  mediaType: string;
  content: Buffer;
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Reads the documents that the service rendered. */
export class DocumentContents {
  constructor(private readonly storage: FileStorage) {}

  /** A document of the actor's tenant. `http.404` when unknown or another tenant's, `document.gone` when withdrawn. */
  async read(id: string, actor: Actor, ctx: ServiceContext): Promise<DocumentContent> {
    if (!UUID.test(id)) throw new Problem('http.404');
    const row = await ctx.db.inTenant(actor, async (tx) => {
      const { rows } = await tx.sql.query<{
        tenant_id: string;
        file_name: string;
        media_type: string;
        sha256: string;
        withdrawn: boolean;
      }>(
        'SELECT tenant_id, file_name, media_type, sha256, withdrawn_at IS NOT NULL AS withdrawn FROM document WHERE id = $1',
        [id],
      );
      return rows[0];
    });
    if (!row) throw new Problem('http.404');
    if (row.withdrawn) throw new Problem('document.gone');
    return {
      fileName: row.file_name,
      mediaType: row.media_type,
      content: await this.storage.get(row.tenant_id, row.sha256),
    };
  }
}
