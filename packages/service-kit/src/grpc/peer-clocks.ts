/** Differences that are the network's and not the clocks'. */
const NOISE_MS = 2_000;
/** From here on a clock needs somebody: calls still work, because they are signed with the peer's time. */
export const REPORTED_SKEW_MS = 30_000;
/** No clock is wrong by more; what says so is no clock, and following it would sign calls for another day. */
const LARGEST_SKEW_MS = 24 * 3_600_000;

/** By how much the clocks of peers differ from this process's, as their answers tell. */
export class PeerClocks {
  private readonly offsets = new Map<string, number>();

  constructor(private readonly ownTime: () => number = Date.now) {}

  /** The time at which a peer reads a call that is sent now. */
  timeAt(peer: string): number {
    return Math.round(this.ownTime() + (this.offsets.get(peer) ?? 0));
  }

  now(): number {
    return this.ownTime();
  }

  /** Notes the time that a peer answered with; true when it differs from what was known by more than calls may. */
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
