import { createHash, randomBytes } from 'node:crypto';
import { parse, stringify, validate as isUuid } from 'uuid';

/** What a link is for: to open an account, or to choose another password. */
export const LINK_KINDS = ['REGISTER', 'RESET'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** For how long a link is good, in minutes. */
export const LINK_MINUTES: Readonly<Record<LinkKind, number>> = { REGISTER: 24 * 60, RESET: 30 };

const TENANT_BYTES = 16;
const SECRET_BYTES = 24;

export interface LinkToken {
  tenantId: string;
  hash: Buffer;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A secret of 192 random bits behind the tenant that it is looked up in. */
export function makeLinkToken(tenantId: string): { token: string; hash: Buffer } {
  const bytes = Buffer.concat([Buffer.from(parse(tenantId)), randomBytes(SECRET_BYTES)]);
  const token = bytes.toString('base64url');
  return { token, hash: hashOf(token) };
}

/** Where a link is looked up; nothing when the text is no link of ours. */
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
