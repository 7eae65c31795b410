import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { QueryResultRow } from 'pg';
import type { SqlResult, Statement, Tx } from '../../database/types';
import type { InstallationKeys } from './installation-keys';
import { KEY_BYTES } from './sealed-bytes';

/** A key of a tenant, ready for use. */
export interface DataKey {
  readonly id: string;
  readonly bytes: Buffer;
}
type KeyRow = { id: string; wrapped: Buffer };
/** A transaction of the tenant whose values are written. */
export type Within = Pick<Tx, 'sql' | 'tenantId'>;
/** Sends statements within a tenant, whether or not a transaction is open there. */
export type Ask = (statements: readonly Statement[]) => Promise<SqlResult<QueryResultRow>[]>;

/** A key that wrote for so long gives way to a new one at the next write. */
const OLDEST = '1 year';
const KEPT = 2_000;

/** The keys that encrypt the values of each tenant, in the table `data_key`, wrapped. */
export class DataKeys {
  private readonly opened = new Map<string, Buffer>();

  constructor(private readonly installation: InstallationKeys) {}

  /** The key that new values are written with; made when there is none, or when it is a year old. */
  async current(tx: Within): Promise<DataKey> {
    const row = (await this.latest(tx)) ?? (await this.add(tx));
    return { id: row.id, bytes: this.bytesOf(tx.tenantId, row) };
  }

  /** Keys of a tenant by their ids, whether or not they still write; those that are not there are missing. */
  async byId(tenantId: string, ids: Iterable<string>, ask: Ask): Promise<ReadonlyMap<string, Buffer>> {
    const wanted = [...new Set(ids)];
    const unknown = wanted.filter((id) => !this.opened.has(`${tenantId}/${id}`));
    if (unknown.length > 0) {
      const [found] = await ask([
        {
          name: 'kit_data_keys',
          text: 'SELECT id, wrapped FROM data_key WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
          values: [tenantId, unknown],
        },
      ]);
      for (const row of found?.rows ?? []) this.bytesOf(tenantId, row as KeyRow);
    }
    return new Map(
      wanted.flatMap((id): [string, Buffer][] => {
        const bytes = this.opened.get(`${tenantId}/${id}`);
        return bytes ? [[id, bytes]] : [];
      }),
    );
  }

  /** Retires the tenant's key: what is written from now on takes a new one, what was written is still read. */
  async rotate(tx: Within): Promise<void> {
    await tx.sql.query('UPDATE data_key SET retired = true WHERE tenant_id = $1 AND NOT retired', [
      tx.tenantId,
    ]);
  }

  private async latest({ sql, tenantId }: Within): Promise<KeyRow | undefined> {
    const { rows } = await sql.named<KeyRow>(
      'kit_data_key_current',
      `SELECT id, wrapped FROM data_key WHERE tenant_id = $1 AND NOT retired AND created_at > now() - interval '${OLDEST}'
       ORDER BY created_at DESC, id DESC LIMIT 1`,
      [tenantId],
    );
    return rows[0];
  }

  /** Two first writes at once make one key: the second waits, and finds that of the first. */
  private async add(tx: Within): Promise<KeyRow> {
    const { sql, tenantId } = tx;
    await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`data_key/${tenantId}`]);
    const made = await this.latest(tx);
    if (made) return made;
    const id = uuidv7();
    const wrapped = this.installation.wrap(tenantId, id, randomBytes(KEY_BYTES));
    await sql.query('INSERT INTO data_key (id, tenant_id, wrapped) VALUES ($1, $2, $3)', [
      id,
      tenantId,
      wrapped,
    ]);
    return { id, wrapped };
  }

  private bytesOf(tenantId: string, { id, wrapped }: KeyRow): Buffer {
    const name = `${tenantId}/${id}`;
    const known = this.opened.get(name);
    if (known) return known;
    const bytes = this.installation.unwrap(tenantId, id, wrapped);
    const oldest = this.opened.keys().next().value;
    if (this.opened.size >= KEPT && oldest !== undefined) this.opened.delete(oldest);
    this.opened.set(name, bytes);
    return bytes;
  }
}
