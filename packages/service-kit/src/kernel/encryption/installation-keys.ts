import { createHash } from 'node:crypto';
import { boundTo, KEY_BYTES, openBytes, sealBytes } from './sealed-bytes';

const FORMAT = 1;
const PRINT_BYTES = 4;
const fingerprint = (key: Buffer) => createHash('sha256').update(key).digest().subarray(0, PRINT_BYTES);

/**
 * The keys of the installation, which only wrap those of the tenants: the current one, and older ones that what they
 * wrapped still needs. A wrapped key says by which.
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
    const sealed = sealBytes(this.current, dataKey, boundTo('data_key', tenantId, keyId));
    return Buffer.concat([Buffer.from([FORMAT]), fingerprint(this.current), sealed]);
  }

  unwrap(tenantId: string, keyId: string, wrapped: Buffer): Buffer {
    const print = wrapped.subarray(1, 1 + PRINT_BYTES).toString('hex');
    const key = this.byPrint.get(print);
    if (wrapped[0] !== FORMAT || !key)
      throw new Error(
        `data key ${keyId} was wrapped by a key that ENCRYPTION_KEY and ENCRYPTION_OLD_KEYS lack`,
      );
    return openBytes(key, wrapped.subarray(1 + PRINT_BYTES), boundTo('data_key', tenantId, keyId));
  }
}
