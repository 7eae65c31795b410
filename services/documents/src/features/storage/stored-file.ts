import { createHash } from 'node:crypto';
import { Problem } from '@coulisse/service-kit';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHA256 = /^[0-9a-f]{64}$/;

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** `<tenant>/<sha256>`. Neither part comes from outside as it is, and neither may lead anywhere else: else `http.404`. */
export function storedName(tenantId: string, sha256: string): string {
  if (!UUID.test(tenantId) || !SHA256.test(sha256)) throw new Problem('http.404');
  return `${tenantId}/${sha256}`;
}

/** The content, when it still is what was put under that hash. */
export function intact(content: Buffer, tenantId: string, sha256: string): Buffer {
  if (sha256Of(content) !== sha256) throw new Error(`stored file ${sha256} of tenant ${tenantId} is damaged`);
  return content;
}
