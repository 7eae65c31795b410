import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { DataKeys, TenantTx } from '@coulisse/resource-server/encryption';
import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import { decryptBytes, encodeAad, encryptBytes } from '@coulisse/service-kit/encryption';
import { signedBytesOf, writeCode, type TicketClaims, type VerifySignature } from '@coulisse/ticket-code';

/** Public keys of a tenant by their number. */
export type PublicKeys = ReadonlyMap<number, Uint8Array>;
export type SignTicket = (claims: Pick<TicketClaims, 'performanceId' | 'ticketId'>) => string;

interface KeyRow {
  number: number;
  public_key: Buffer;
  private_key: Buffer;
  data_key_id: string;
  /** False for a key that the open transaction has created, and which may be rolled back. */
  isStored: boolean;
}
interface Signer {
  number: number;
  privateKey: KeyObject;
}

const signWith =
  (tenantId: string, { number, privateKey }: Signer): SignTicket =>
  (claims) => {
    const bytes = signedBytesOf({ ...claims, tenantId, keyNumber: number });
    return writeCode(bytes, sign(null, bytes, privateKey));
  };

const KEPT = 2_000;
const FIRST_KEY = 1;

const place = (tenantId: string, number: number) =>
  encodeAad(tenantId, 'ticket_key', 'private_key', String(number));

/**
 * The keys with which the tickets of each tenant are signed. A theatre has its first one before it sells: whoever makes it
 * keeps others who need it waiting until the end of the transaction, so that no order should have to.
 */
export class TicketKeys {
  private readonly signers = new Map<string, Signer>();

  constructor(private readonly dataKeys: Pick<DataKeys, 'current' | 'byId'>) {}

  /** Signs codes of the tenant with its newest key. */
  async signer(tx: TenantTx): Promise<SignTicket> {
    return signWith(tx.tenantId, this.signers.get(tx.tenantId) ?? (await this.load(tx)));
  }

  /** The same outside a transaction: one is opened for a key that this process has not read yet. */
  async signerOf(tenantId: string, { db }: Pick<ServiceContext, 'db'>): Promise<SignTicket> {
    const stored = this.signers.get(tenantId);
    if (stored) return signWith(tenantId, stored);
    return db.inTenant(systemActor(tenantId, 'sign tickets'), (tx) => this.signer(tx));
  }

  /** Makes the first key of the tenant, unless it has one. */
  async make(tx: TenantTx): Promise<void> {
    if (!(await this.newest(tx))) await this.create(tx);
  }

  /** What doors need to check codes of the tenant. */
  async publicKeys(tx: TenantTx): Promise<PublicKeys> {
    const { rows } = await tx.sql.named<Pick<KeyRow, 'number' | 'public_key'>>(
      'ticket-public-keys',
      'SELECT number, public_key FROM ticket_key WHERE tenant_id = $1',
      [tx.tenantId],
    );
    return new Map(rows.map(({ number, public_key }) => [number, public_key]));
  }

  private async load(tx: TenantTx): Promise<Signer> {
    const row = (await this.newest(tx)) ?? (await this.create(tx));
    const keys = await this.dataKeys.byId(tx.tenantId, [row.data_key_id], (statements) =>
      tx.sql.batch(statements),
    );
    const dataKey = keys.get(row.data_key_id);
    if (!dataKey) throw new Error(`data key ${row.data_key_id} of a ticket key is not configured`);
    const der = decryptBytes(dataKey, row.private_key, place(tx.tenantId, row.number));
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const oldest = this.signers.keys().next().value;
    if (this.signers.size >= KEPT && oldest !== undefined) this.signers.delete(oldest);
    const signer = { number: row.number, privateKey };
    if (row.isStored) this.signers.set(tx.tenantId, signer);
    return signer;
  }

  private async newest({ sql, tenantId }: TenantTx): Promise<KeyRow | undefined> {
    const { rows } = await sql.named<KeyRow>(
      'ticket-key-newest',
      `SELECT number, public_key, private_key, data_key_id, true AS "isStored" FROM ticket_key
       WHERE tenant_id = $1 ORDER BY number DESC LIMIT 1`,
      [tenantId],
    );
    return rows[0];
  }

  /** Of two first tickets at the same time the second one takes the key of the first. */
  private async create(tx: TenantTx): Promise<KeyRow> {
    const { tenantId, sql } = tx;
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { id, bytes } = await this.dataKeys.current(tx);
    const der = privateKey.export({ format: 'der', type: 'pkcs8' });
    const { rows } = await sql.query<KeyRow>(
      `INSERT INTO ticket_key (tenant_id, number, public_key, private_key, data_key_id) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (tenant_id, number) DO NOTHING RETURNING number, public_key, private_key, data_key_id, false AS "isStored"`,
      [
        tenantId,
        FIRST_KEY,
        rawPublicKey(publicKey),
        encryptBytes(bytes, der, place(tenantId, FIRST_KEY)),
        id,
      ],
    );
    const other = rows[0] ?? (await this.newest(tx));
    if (!other) throw new Error(`tenant ${tenantId} has no ticket key`);
    return other;
  }
}

/** The 32 bytes of an Ed25519 key. */
const rawPublicKey = (key: KeyObject): Buffer =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');

/** Whether an Ed25519 signature is of these bytes, by this key. */
export const verifySignature: VerifySignature = (signature, signedBytes, publicKey) => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') };
  return verify(null, signedBytes, createPublicKey({ key: jwk, format: 'jwk' }), signature);
};
