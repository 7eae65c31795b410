import { createHash, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { Cipher } from './cipher';

export interface Account {
  email: string;
  firstName: string;
  lastName: string;
}

/** Tokens of the front realm; never sent to a browser. */
export interface AccountTokens {
  accessToken: string;
  refreshToken: string;
  accessExpiresAt: Date;
}

export interface PublicSession {
  idHash: Buffer;
  csrfToken: string;
  tenantId: string | null;
  account: Account | null;
  tokens: AccountTokens | null;
  cartToken: string | null;
}

/** Initial values of a new session. */
export type SessionSeed = Partial<Pick<PublicSession, 'tenantId' | 'account' | 'tokens' | 'cartToken'>>;

interface Row {
  id_hash: Buffer;
  csrf_token: string;
  tenant_id: string | null;
  account: Account | null;
  access_token: Buffer | null;
  refresh_token: Buffer | null;
  access_expires_at: Date | null;
  cart_token: Buffer | null;
  stale: boolean;
}

const COLUMNS = `id_hash, csrf_token, tenant_id, account, access_token, refresh_token, access_expires_at, cart_token,
  last_seen_at < now() - interval '1 minute' AS stale`;
const LIVE = 'expires_at > now()';
/** A session expires after 12 hours without use, or 7 days after its creation. */
const EXPIRY = `least(created_at + interval '7 days', now() + interval '12 hours')`;
export const SESSION_SECONDS = 7 * 24 * 3600;

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();
const secret = (): string => randomBytes(32).toString('base64url');

/** Sessions of the public front: the cookie holds a random id, the table its hash, tokens are encrypted. */
export class SessionStore {
  private readonly cipher: Cipher;

  constructor(
    private readonly pool: Pool,
    key: Buffer,
    olderKeys: readonly Buffer[] = [],
  ) {
    this.cipher = new Cipher(key, olderKeys);
  }

  async create(seed: SessionSeed = {}): Promise<{ id: string; session: PublicSession }> {
    const id = secret();
    const session: PublicSession = {
      idHash: hashOf(id),
      csrfToken: secret(),
      tenantId: seed.tenantId ?? null,
      account: seed.account ?? null,
      tokens: seed.tokens ?? null,
      cartToken: seed.cartToken ?? null,
    };
    await this.insert(this.pool, session);
    return { id, session };
  }

  async find(id: string): Promise<PublicSession | null> {
    const { rows } = await this.pool.query<Row>({
      name: 'session-find',
      text: `SELECT ${COLUMNS} FROM session WHERE id_hash = $1 AND ${LIVE}`,
      values: [hashOf(id)],
    });
    const row = rows[0];
    if (!row) return null;
    if (row.stale) {
      const touch = `UPDATE session SET last_seen_at = now(), expires_at = ${EXPIRY} WHERE id_hash = $1`;
      await this.pool.query(touch, [row.id_hash]);
    }
    return this.present(row);
  }

  /** Replaces a session by one with a new id, in one transaction (login, logout). */
  async rotate(
    old: PublicSession | null,
    seed: SessionSeed,
  ): Promise<{ id: string; session: PublicSession }> {
    const id = secret();
    const session: PublicSession = {
      idHash: hashOf(id),
      csrfToken: secret(),
      tenantId: seed.tenantId ?? null,
      account: seed.account ?? null,
      tokens: seed.tokens ?? null,
      cartToken: seed.cartToken ?? old?.cartToken ?? null,
    };
    await this.inTransaction(async (client) => {
      if (old) await client.query('DELETE FROM session WHERE id_hash = $1', [old.idHash]);
      await this.insert(client, session);
    });
    return { id, session };
  }

  async remove(session: PublicSession): Promise<void> {
    await this.pool.query('DELETE FROM session WHERE id_hash = $1', [session.idHash]);
  }

  /** Ends every session that is logged in to an account. */
  async removeAccount(tenantId: string, email: string): Promise<void> {
    await this.pool.query(`DELETE FROM session WHERE tenant_id = $1 AND account ->> 'email' = $2`, [
      tenantId,
      email,
    ]);
  }

  /** Filters the sessions that are still logged in to an account. */
  async loggedIn(idHashes: readonly Buffer[]): Promise<Buffer[]> {
    const { rows } = await this.pool.query<{ id_hash: Buffer }>({
      name: 'session-logged-in',
      text: `SELECT id_hash FROM session WHERE id_hash = ANY($1::bytea[]) AND account IS NOT NULL AND ${LIVE}`,
      values: [idHashes],
    });
    return rows.map((row) => row.id_hash);
  }

  async storeCartToken(session: PublicSession, cartToken: string): Promise<void> {
    await this.pool.query('UPDATE session SET cart_token = $2 WHERE id_hash = $1', [
      session.idHash,
      this.cipher.encrypt(cartToken, place(session.idHash, 'cart')),
    ]);
  }

  /**
   * Changes the tokens of a session under its row's lock, so that two replicas never use the same refresh token: the
   * realm ends a session whose refresh token is used again. `renew` gets the tokens as read under the lock.
   */
  async renewTokens(
    session: PublicSession,
    renew: (current: PublicSession) => Promise<AccountTokens | null>,
  ): Promise<AccountTokens | null> {
    return this.inTransaction(async (client) => {
      const { rows } = await client.query<Row>(
        `SELECT ${COLUMNS} FROM session WHERE id_hash = $1 AND ${LIVE} FOR UPDATE`,
        [session.idHash],
      );
      const current = rows[0] && this.present(rows[0]);
      if (!current?.tokens) return null;
      const tokens = await renew(current);
      if (tokens === current.tokens) return tokens;
      await client.query(
        `UPDATE session SET access_token = $2, refresh_token = $3, access_expires_at = $4,
           account = CASE WHEN $5 THEN account END, tenant_id = CASE WHEN $5 THEN tenant_id END WHERE id_hash = $1`,
        [session.idHash, ...this.sealTokens(session.idHash, tokens), tokens !== null],
      );
      return tokens;
    });
  }

  /** Deletes expired sessions; returns how many. */
  async sweep(): Promise<number> {
    const { rowCount } = await this.pool.query(`DELETE FROM session WHERE NOT (${LIVE})`);
    return rowCount ?? 0;
  }

  private async insert(to: Pool | PoolClient, session: PublicSession): Promise<void> {
    const cart = session.cartToken && this.cipher.encrypt(session.cartToken, place(session.idHash, 'cart'));
    await to.query(
      `INSERT INTO session (id_hash, csrf_token, tenant_id, account, cart_token, access_token, refresh_token,
         access_expires_at, created_at, last_seen_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now(), now(), now() + interval '12 hours')`,
      [
        session.idHash,
        session.csrfToken,
        session.tenantId,
        session.account && JSON.stringify(session.account),
        cart,
        ...this.sealTokens(session.idHash, session.tokens),
      ],
    );
  }

  private sealTokens(
    idHash: Buffer,
    tokens: AccountTokens | null,
  ): [Buffer | null, Buffer | null, Date | null] {
    if (!tokens) return [null, null, null];
    return [
      this.cipher.encrypt(tokens.accessToken, place(idHash, 'access')),
      this.cipher.encrypt(tokens.refreshToken, place(idHash, 'refresh')),
      tokens.accessExpiresAt,
    ];
  }

  private present(row: Row): PublicSession {
    const open = (encrypted: Buffer, column: string) =>
      this.cipher.decrypt(encrypted, place(row.id_hash, column));
    const tokens =
      row.access_token && row.refresh_token && row.access_expires_at
        ? {
            accessToken: open(row.access_token, 'access'),
            refreshToken: open(row.refresh_token, 'refresh'),
            accessExpiresAt: row.access_expires_at,
          }
        : null;
    return {
      idHash: row.id_hash,
      csrfToken: row.csrf_token,
      tenantId: row.tenant_id,
      account: row.account,
      tokens,
      cartToken: row.cart_token && open(row.cart_token, 'cart'),
    };
  }

  private async inTransaction<R>(work: (client: PoolClient) => Promise<R>): Promise<R> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((lost: Error) => {
        broken = lost;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

const place = (idHash: Buffer, column: string): string => `session/${idHash.toString('hex')}/${column}`;
