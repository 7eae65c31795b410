import { createHash } from 'node:crypto';
import { Problem } from '@coulisse/service-kit';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHA256 = /^[0-9a-f]{64}$/;

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** `<tenant>/<sha256>`. Throws `http.404` unless both are well formed, so that no part can lead to another path. */
export function storageKey(tenantId: string, sha256: string): string {
  if (!UUID.test(tenantId) || !SHA256.test(sha256)) throw new Problem('http.404');
  return `${tenantId}/${sha256}`;
}

/** Returns the content; throws when it no longer matches its hash. */
export function verifyContent(content: Buffer, tenantId: string, sha256: string): Buffer {
  if (sha256Of(content) !== sha256) throw new Error(`stored file ${sha256} of tenant ${tenantId} is damaged`);
  return content;
}
