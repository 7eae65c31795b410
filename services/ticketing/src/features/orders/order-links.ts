import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Problem } from '@coulisse/service-kit/problem';

/** Header with the key of an order, which authorizes whoever has its link. */
export const ORDER_KEY = 'order-key';

/** The reservation that a key opens. */
export interface OpenedOrder {
  tenantId: string;
  reservationId: string;
}

const ID_BYTES = 16;
const MAC_BYTES = 16;
const FORMAT = /^[A-Za-z0-9_-]{64}$/;

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Links to orders: a key names a tenant and one of its reservations, and is signed with a key of the installation. A
 * wrong one is refused without a look at the database, so that neither the answer nor its duration says what exists. Mails of
 * years ago still open their order, and nothing has to be stored.
 */
export class OrderLinks {
  private readonly secrets: readonly Buffer[];

  /** Links that older keys signed still open. */
  constructor({ key, olderKeys = [] }: { key: Buffer; olderKeys?: readonly Buffer[] }) {
    this.secrets = [key, ...olderKeys].map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'order link', 32)),
    );
  }

  keyOf({ tenantId, reservationId }: OpenedOrder): string {
    const claims = Buffer.concat([bytesOf(tenantId), bytesOf(reservationId)]);
    return Buffer.concat([claims, macOf(this.secrets[0]!, claims)]).toString('base64url');
  }

  /**
   * Address of the order's page. The key is in the fragment: browsers send it to no server, so it is in no log of
   * requests and in no `Referer`.
   */
  urlOf(order: OpenedOrder, { publicUrl, language }: { publicUrl: string; language: string }): string {
    return `${publicUrl.replace(/\/$/, '')}/app/o?lang=${language}#${this.keyOf(order)}`;
  }

  /** Throws the same 404 for every key that is not genuine. */
  open(key: string | null): OpenedOrder {
    const bytes = Buffer.from(FORMAT.exec(key ?? '')?.[0] ?? '', 'base64url');
    const claims = bytes.subarray(0, 2 * ID_BYTES);
    const mac = bytes.subarray(2 * ID_BYTES);
    const isGenuine =
      mac.length === MAC_BYTES && this.secrets.some((secret) => timingSafeEqual(macOf(secret, claims), mac));
    if (!isGenuine) throw new Problem('http.404');
    return { tenantId: idOf(claims.subarray(0, ID_BYTES)), reservationId: idOf(claims.subarray(ID_BYTES)) };
  }
}

const macOf = (secret: Buffer, claims: Buffer): Buffer =>
  createHmac('sha256', secret).update(claims).digest().subarray(0, MAC_BYTES);
