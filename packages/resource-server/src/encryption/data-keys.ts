import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { QueryResultRow } from 'pg';
import type { SqlResult, Statement, Tx } from '@coulisse/service-kit/database';
import type { InstallationKeys } from './installation-keys';
import { KEY_BYTES } from '@coulisse/service-kit/encryption';

/** An unwrapped data key of a tenant. */
export interface DataKey {
  readonly id: string;
  readonly bytes: Buffer;
}
type KeyRow = { id: string; wrapped: Buffer };
/** A transaction of the tenant whose values are written. */
export type TenantTx = Pick<Tx, 'sql' | 'tenantId'>;
/** Runs statements within a tenant, with or without an open transaction. */
export type RunStatements = (statements: readonly Statement[]) => Promise<SqlResult<QueryResultRow>[]>;

/** A key older than this is replaced at the next write. */
const OLDEST = '1 year';
const KEPT = 2_000;

/** The data keys that encrypt the values of each tenant, stored wrapped in the table `data_key`. */
export class DataKeys {
  private readonly opened = new Map<string, Buffer>();

  constructor(private readonly installation: InstallationKeys) {}

  /** The key for new values; created if there is none, or if the last one is a year old. */
  async current(tx: TenantTx): Promise<DataKey> {
    const row = (await this.latest(tx)) ?? (await this.add(tx));
    return { id: row.id, bytes: this.bytesOf(tx.tenantId, row) };
  }

  /** Keys of a tenant by id, retired ones included; unknown ids are missing from the result. */
  async byId(
    tenantId: string,
    ids: Iterable<string>,
    send: RunStatements,
  ): Promise<ReadonlyMap<string, Buffer>> {
    const keyIds = [...new Set(ids)];
    const unknown = keyIds.filter((id) => !this.opened.has(`${tenantId}/${id}`));
    if (unknown.length > 0) {
      const [found] = await send([
        {
          name: 'kit_data_keys',
          text: 'SELECT id, wrapped FROM kit.data_key WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
          values: [tenantId, unknown],
        },
      ]);
      for (const row of found?.rows ?? []) this.bytesOf(tenantId, row as KeyRow);
    }
    return new Map(
      keyIds.flatMap((id): [string, Buffer][] => {
        const bytes = this.opened.get(`${tenantId}/${id}`);
        return bytes ? [[id, bytes]] : [];
      }),
    );
  }

  /** Retires the tenant's key: new values use a new key, existing values can still be read. */
  async rotate(tx: TenantTx): Promise<void> {
    await tx.sql.query('UPDATE kit.data_key SET retired = true WHERE tenant_id = $1 AND NOT retired', [
      tx.tenantId,
    ]);
  }

  private async latest({ sql, tenantId }: TenantTx): Promise<KeyRow | undefined> {
    const { rows } = await sql.named<KeyRow>(
      'kit_data_key_current',
      `SELECT id, wrapped FROM kit.data_key WHERE tenant_id = $1 AND NOT retired AND created_at > now() - interval '${OLDEST}'
       ORDER BY created_at DESC, id DESC LIMIT 1`,
      [tenantId],
    );
    return rows[0];
  }

  /** Creates a key. The lock makes simultaneous first writes share it: the second one finds the key of the first. */
  private async add(tx: TenantTx): Promise<KeyRow> {
    const { sql, tenantId } = tx;
    await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`data_key/${tenantId}`]);
    const made = await this.latest(tx);
    if (made) return made;
    const id = uuidv7();
    const wrapped = this.installation.wrap(tenantId, id, randomBytes(KEY_BYTES));
    await sql.query('INSERT INTO kit.data_key (id, tenant_id, wrapped) VALUES ($1, $2, $3)', [
      id,
      tenantId,
      wrapped,
    ]);
    return { id, wrapped };
  }

  private bytesOf(tenantId: string, { id, wrapped }: KeyRow): Buffer {
    const name = `${tenantId}/${id}`;
    const cached = this.opened.get(name);
    if (cached) return cached;
    const bytes = this.installation.unwrap(tenantId, id, wrapped);
    const oldest = this.opened.keys().next().value;
    if (this.opened.size >= KEPT && oldest !== undefined) this.opened.delete(oldest);
    this.opened.set(name, bytes);
    return bytes;
  }
}
