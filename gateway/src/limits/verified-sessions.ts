import { hash } from 'node:crypto';

/** A session is verified again after this time; one that has ended only keeps its limits for as long. */
const VERIFIED_MS = 15 * 60_000;

/**
 * Digests of the session cookies that this replica has found in the database lately. A cookie that was made up is never
 * among them, so that throwing cookies away or inventing them gives no further limit.
 */
export class VerifiedSessions {
  /** Digest → end, oldest first. */
  private readonly sessions = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly now: () => number = Date.now,
  ) {}

  has(session: string): boolean {
    return (this.sessions.get(digestOf(session)) ?? 0) > this.now();
  }

  add(session: string): void {
    const key = digestOf(session);
    this.sessions.delete(key);
    if (this.sessions.size >= this.most) {
      const [oldest] = this.sessions.keys();
      if (oldest !== undefined) this.sessions.delete(oldest);
    }
    this.sessions.set(key, this.now() + VERIFIED_MS);
  }

  get size(): number {
    return this.sessions.size;
  }
}

const digestOf = (session: string): string => hash('sha256', session, 'base64');
