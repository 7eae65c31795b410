import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV = 12;
const TAG = 16;

/**
 * AES-256-GCM with a random nonce. `place` (the row and the column) is authenticated with the text, so that a
 * value moved to another row or column cannot be decrypted.
 */
export class Cipher {
  /** `older` keys still decrypt the values that they encrypted. */
  constructor(
    private readonly key: Buffer,
    private readonly older: readonly Buffer[] = [],
  ) {
    if ([key, ...older].some(({ length }) => length !== 32)) throw new Error('a key must be 32 bytes long');
  }

  encrypt(text: string, place: string): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  }

  decrypt(encrypted: Buffer, place: string): string {
    for (const key of [this.key, ...this.older].slice(0, -1)) {
      try {
        return this.openWith(key, encrypted, place);
      } catch {
        // Encrypted with another key, or not ours: the last key throws.
      }
    }
    return this.openWith([this.key, ...this.older].at(-1)!, encrypted, place);
  }

  private openWith(key: Buffer, encrypted: Buffer, place: string): string {
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, IV))
      .setAAD(Buffer.from(place))
      .setAuthTag(encrypted.subarray(IV, IV + TAG));
    return Buffer.concat([decipher.update(encrypted.subarray(IV + TAG)), decipher.final()]).toString('utf8');
  }
}
