import { createHash, randomBytes } from 'node:crypto';
import { parse, stringify, validate as isUuid } from 'uuid';

/** Purpose of a link: create an account, choose a new password, log in, or erase the account. */
export const LINK_KINDS = ['REGISTER', 'RESET', 'LOGIN', 'ERASE'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Validity of a link, in minutes. */
export const LINK_MINUTES: Readonly<Record<LinkKind, number>> = {
  REGISTER: 24 * 60,
  RESET: 30,
  LOGIN: 15,
  ERASE: 30,
};

const TENANT_BYTES = 16;
const SECRET_BYTES = 24;

export interface LinkToken {
  tenantId: string;
  hash: Buffer;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The tenant id, then a secret of 192 random bits; the tenant says where to look it up. */
export function makeLinkToken(tenantId: string): { token: string; hash: Buffer } {
  const bytes = Buffer.concat([Buffer.from(parse(tenantId)), randomBytes(SECRET_BYTES)]);
  const token = bytes.toString('base64url');
  return { token, hash: hashOf(token) };
}

/** The tenant and the hash by which a link is looked up; null when the token is malformed. */
export function readLinkToken(token: string): LinkToken | null {
  if (!/^[\w-]{54}$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== TENANT_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  const tenant = [...bytes.subarray(0, TENANT_BYTES)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const tenantId = tenant.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(tenantId) ? { tenantId: stringify(parse(tenantId)), hash: hashOf(token) } : null;
}
