import { createHmac, hkdfSync } from 'node:crypto';

const KEPT = 10_000;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Names a client's network to services without telling its address: a digest under a key of this installation that
 * changes every day (UTC), the same on every replica. What is stored of it cannot be led back to an address without the
 * key, nor one day's visits to another's.
 */
export class ClientNetwork {
  private readonly known = new Map<string, string>();
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
      this.known.clear();
    }
    const kept = this.known.get(network);
    if (kept) return kept;
    if (this.known.size >= KEPT) this.known.clear();
    const name = createHmac('sha256', this.key).update(network).digest('base64url');
    this.known.set(network, name);
    return name;
  }
}
