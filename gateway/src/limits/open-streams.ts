/** How many event streams may be open at a time. */
export interface StreamCaps {
  total: number;
  network: number;
  /** Of one network, without a session that this gateway has verified. */
  strangers: number;
  session: number;
}

/** Counts open streams. A count that reaches zero is removed, so the map never outgrows the number of streams. */
export class OpenStreams {
  private readonly open = new Map<string, number>();
  private total = 0;

  constructor(private readonly caps: StreamCaps) {}

  /** Counts a new stream; undefined when there are too many. The returned function ends it and is idempotent. */
  enter(network: string, session: string | undefined, isStranger: boolean): (() => void) | undefined {
    const keys: [string, number][] = [[`network ${network}`, this.caps.network]];
    if (isStranger) keys.push([`strangers ${network}`, this.caps.strangers]);
    if (session !== undefined) keys.push([`session ${session}`, this.caps.session]);
    const full = keys.some(([key, most]) => (this.open.get(key) ?? 0) >= most);
    if (full || this.total >= this.caps.total) return undefined;
    this.total += 1;
    for (const [key] of keys) this.open.set(key, (this.open.get(key) ?? 0) + 1);
    let closed = false;
    return () => {
      if (closed) return;
      closed = true;
      this.total -= 1;
      for (const [key] of keys) this.leave(key);
    };
  }

  get size(): number {
    return this.total;
  }

  private leave(key: string): void {
    const left = (this.open.get(key) ?? 1) - 1;
    if (left > 0) this.open.set(key, left);
    else this.open.delete(key);
  }
}
