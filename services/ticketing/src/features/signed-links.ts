import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Problem } from '@coulisse/service-kit/problem';

/** The record that a key opens. */
export interface OpenedRecord {
  tenantId: string;
  recordId: string;
}

export interface LinkKeys {
  key: Buffer;
  /** Links that these signed still open. */
  olderKeys?: readonly Buffer[];
}

const ID_BYTES = 16;
const MAC_BYTES = 16;
const FORMAT = /^[A-Za-z0-9_-]{64}$/;

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Links to pages of single records: a key names a tenant and one of its records, and is signed with a key of the
 * installation. A wrong one is refused without a look at the database, so that neither the answer nor its duration says what
 * exists. Mails of years ago still open their page, and nothing has to be stored.
 */
export class SignedLinks {
  private readonly secrets: readonly Buffer[];

  /**
   * @param use Keys of one use open nothing of another.
   * @param page Path below `/app`.
   */
  constructor(
    { key, olderKeys = [] }: LinkKeys,
    use: string,
    private readonly page: string,
  ) {
    this.secrets = [key, ...olderKeys].map((secret) => Buffer.from(hkdfSync('sha256', secret, '', use, 32)));
  }

  keyOf({ tenantId, recordId }: OpenedRecord): string {
    const claims = Buffer.concat([bytesOf(tenantId), bytesOf(recordId)]);
    return Buffer.concat([claims, macOf(this.secrets[0]!, claims)]).toString('base64url');
  }

  /**
   * Address of the record's page. The key is in the fragment: browsers send it to no server, so it is in no log of
   * requests and in no `Referer`.
   */
  urlOf(opened: OpenedRecord, { publicUrl, language }: { publicUrl: string; language: string }): string {
    return `${publicUrl.replace(/\/$/, '')}/app/${this.page}?lang=${language}#${this.keyOf(opened)}`;
  }

  /** Throws the same 404 for every key that is not genuine. */
  open(key: string | null): OpenedRecord {
    const bytes = Buffer.from(FORMAT.exec(key ?? '')?.[0] ?? '', 'base64url');
    const claims = bytes.subarray(0, 2 * ID_BYTES);
    const mac = bytes.subarray(2 * ID_BYTES);
    const isGenuine =
      mac.length === MAC_BYTES && this.secrets.some((secret) => timingSafeEqual(macOf(secret, claims), mac));
    if (!isGenuine) throw new Problem('http.404');
    return { tenantId: idOf(claims.subarray(0, ID_BYTES)), recordId: idOf(claims.subarray(ID_BYTES)) };
  }

  /** A secret that only this installation can derive from an id: 128 bits, as `newSecret` makes them. */
  secretOf(id: string): string {
    return macOf(this.secrets[0]!, bytesOf(id)).toString('base64url');
  }
}

const macOf = (secret: Buffer, claims: Buffer): Buffer =>
  createHmac('sha256', secret).update(claims).digest().subarray(0, MAC_BYTES);
