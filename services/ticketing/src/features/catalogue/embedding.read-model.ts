import type { Embedding } from '@coulisse/contracts/embedding';
import type { Tx } from '@coulisse/service-kit';

const ORIGINS = 'SELECT embedding_origins AS origins FROM settings WHERE tenant_id = $1';

/** The sites that may embed the pages of the tenant; none until its settings name some. */
export async function embeddingOf(tx: Tx): Promise<Embedding> {
  const { rows } = await tx.sql.named<{ origins: string[] }>('embedding-origins', ORIGINS, [tx.tenantId]);
  return { theatre: tx.tenantId, origins: rows[0]?.origins ?? [] };
}
