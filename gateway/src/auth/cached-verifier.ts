import { hash } from 'node:crypto';
import type { TokenVerifier, VerifiedToken } from './token-verifier';

/**
 * Caches valid tokens by their hash until they expire: checking a signature for each call would halve the throughput
 * of the gateway. The oldest are evicted when there are too many. Refusals are not cached.
 */
export class CachedVerifier implements TokenVerifier {
  private readonly cache = new Map<string, Promise<VerifiedToken>>();

  constructor(
    private readonly inner: TokenVerifier,
    private readonly options: { max?: number; now?: () => number } = {},
  ) {}

  async verify(token: string): Promise<VerifiedToken> {
    const { max = 10_000, now = Date.now } = this.options;
    const key = hash('sha256', token, 'base64');
    const hit = this.cache.get(key);
    if (hit) {
      const verified = await hit;
      if (verified.expiresAt > now()) return verified;
      this.cache.delete(key);
    }
    const verifying = this.inner.verify(token);
    this.cache.set(key, verifying);
    if (this.cache.size > max) {
      const oldest = this.cache.keys().next();
      if (!oldest.done) this.cache.delete(oldest.value);
    }
    try {
      return await verifying;
    } catch (error) {
      if (this.cache.get(key) === verifying) this.cache.delete(key);
      throw error;
    }
  }

  get size(): number {
    return this.cache.size;
  }
}
