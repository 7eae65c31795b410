/** Smaller differences come from network delay. */
const NOISE_MS = 2_000;
/** A larger skew is reported. Calls still work, because they are signed with the peer's time. */
export const REPORTED_SKEW_MS = 30_000;
/** A larger skew is implausible and ignored: correcting by it would sign calls for another day. */
const LARGEST_SKEW_MS = 24 * 3_600_000;

/** By how much the clocks of peers differ from this process's, measured from their responses. */
export class PeerClocks {
  private readonly offsets = new Map<string, number>();

  constructor(private readonly ownTime: () => number = Date.now) {}

  /** The current time by the peer's clock. */
  timeAt(peer: string): number {
    return Math.round(this.ownTime() + (this.offsets.get(peer) ?? 0));
  }

  now(): number {
    return this.ownTime();
  }

  /** Records the time in a peer's response; true when the offset changed by more than `toleratedMs`. */
  observe(peer: string, theirTime: number, sentAt: number, toleratedMs: number): boolean {
    const offset = theirTime - (sentAt + this.ownTime()) / 2;
    if (Math.abs(offset) > LARGEST_SKEW_MS) return false;
    const before = this.offsets.get(peer) ?? 0;
    if (Math.abs(offset) <= NOISE_MS) this.offsets.delete(peer);
    else this.offsets.set(peer, offset);
    return Math.abs(offset - before) > toleratedMs;
  }

  /** Peers whose clocks differ by more than half a minute, in seconds. */
  skewed(): { peer: string; seconds: number }[] {
    return [...this.offsets]
      .filter(([, offset]) => Math.abs(offset) > REPORTED_SKEW_MS)
      .map(([peer, offset]) => ({ peer, seconds: Math.round(offset / 1_000) }));
  }
}
