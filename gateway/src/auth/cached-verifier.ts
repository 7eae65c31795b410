import { hash } from 'node:crypto';
import type { TokenVerifier, VerifiedToken } from './token-verifier';

/**
 * Remembers good tokens by their hash until they expire; checking a signature for each call costs half of what the
 * gateway can forward. The oldest go when there are too many. Refusals are not remembered.
 */
export class CachedVerifier implements TokenVerifier {
  private readonly known = new Map<string, Promise<VerifiedToken>>();

  constructor(
    private readonly inner: TokenVerifier,
    private readonly options: { max?: number; now?: () => number } = {},
  ) {}

  async verify(token: string): Promise<VerifiedToken> {
    const { max = 10_000, now = Date.now } = this.options;
    const key = hash('sha256', token, 'base64');
    const hit = this.known.get(key);
    if (hit) {
      const verified = await hit;
      if (verified.expiresAt > now()) return verified;
      this.known.delete(key);
    }
    const verifying = this.inner.verify(token);
    this.known.set(key, verifying);
    if (this.known.size > max) {
      const oldest = this.known.keys().next();
      if (!oldest.done) this.known.delete(oldest.value);
    }
    try {
      return await verifying;
    } catch (error) {
      if (this.known.get(key) === verifying) this.known.delete(key);
      throw error;
    }
  }

  get size(): number {
    return this.known.size;
  }
}
