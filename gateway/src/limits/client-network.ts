import { createHmac, hkdfSync } from 'node:crypto';

const MAX_DIGESTS = 10_000;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Identifies a client's network to services without its address: a digest under a key of this installation that
 * changes every day (UTC), the same on every replica. Without the key, a stored digest cannot be traced to an address,
 * and digests of different days cannot be linked.
 */
export class ClientNetwork {
  private readonly digests = new Map<string, string>();
  private day = -1;
  private key = Buffer.alloc(0);

  constructor(
    private readonly secret: Buffer,
    private readonly now: () => number = Date.now,
  ) {}

  nameOf(network: string): string {
    const day = Math.floor(this.now() / DAY_MS);
    if (day !== this.day) {
      this.day = day;
      this.key = Buffer.from(hkdfSync('sha256', this.secret, '', `client network of day ${day}`, 32));
      this.digests.clear();
    }
    const cached = this.digests.get(network);
    if (cached) return cached;
    if (this.digests.size >= MAX_DIGESTS) this.digests.clear();
    const name = createHmac('sha256', this.key).update(network).digest('base64url');
    this.digests.set(network, name);
    return name;
  }
}
