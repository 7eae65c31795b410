import { createHash } from 'node:crypto';
import { encodeAad, KEY_BYTES, decryptBytes, encryptBytes } from '@coulisse/service-kit/encryption';

const FORMAT = 1;
const PRINT_BYTES = 4;
const fingerprint = (key: Buffer) => createHash('sha256').update(key).digest().subarray(0, PRINT_BYTES);

/**
 * The installation keys, which only wrap the data keys of tenants: the current one, and older ones for the data keys
 * that they wrapped. A wrapped key contains the fingerprint of its installation key.
 */
export class InstallationKeys {
  private readonly byPrint: ReadonlyMap<string, Buffer>;

  constructor(
    private readonly current: Buffer,
    older: readonly Buffer[] = [],
  ) {
    const all = [current, ...older];
    if (all.some((key) => key.length !== KEY_BYTES)) throw new RangeError(`a key has ${KEY_BYTES} bytes`);
    this.byPrint = new Map(all.map((key) => [fingerprint(key).toString('hex'), key]));
  }

  wrap(tenantId: string, keyId: string, dataKey: Buffer): Buffer {
    const encrypted = encryptBytes(this.current, dataKey, encodeAad('data_key', tenantId, keyId));
    return Buffer.concat([Buffer.from([FORMAT]), fingerprint(this.current), encrypted]);
  }

  unwrap(tenantId: string, keyId: string, wrapped: Buffer): Buffer {
    const print = wrapped.subarray(1, 1 + PRINT_BYTES).toString('hex');
    const key = this.byPrint.get(print);
    if (wrapped[0] !== FORMAT || !key)
      throw new Error(
        `data key ${keyId} was wrapped by a key that ENCRYPTION_KEY and ENCRYPTION_OLD_KEYS lack`,
      );
    return decryptBytes(key, wrapped.subarray(1 + PRINT_BYTES), encodeAad('data_key', tenantId, keyId));
  }
}
