import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Problem } from '@coulisse/service-kit/problem';
import type { Limit, Limiter } from './limiter';
import { tooMany } from './request-limits';
import type { Rate } from './windows';

/** A few failures per account, many more per address: a company or the hall of a venue shares one. */
const ACCOUNT: Limit = { max: 5, seconds: 15 * 60 };
const ADDRESS: Limit = { max: 300, seconds: 15 * 60 };
/** Mails that a visitor may cause: few to one mailbox, more from one address. */
const MAILBOX: Limit = { max: 5, seconds: 60 * 60 };
const LINKS: Limit = { max: 300, seconds: 60 * 60 };
/** Mailed links that are opened, and passwords set with them. */
const LINK_USE: Limit = { max: 300, seconds: 10 * 60 };

/** An IPv6 subscriber owns a /64, so counting single addresses would not limit anyone. */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

const accountKey = (tenantId: string, email: string): string =>
  createHash('sha256').update(`${tenantId}:${email.toLowerCase()}`).digest('base64url');
const accountBucket = (tenantId: string, email: string): string =>
  `login:account:${accountKey(tenantId, email)}`;

/**
 * Limits of the public login. An attempt is counted before it is made, so that parallel guesses cannot pass
 * between the check and the count; unknown accounts are counted too, so that a lock does not reveal an account.
 */
export class LoginLimits {
  constructor(
    private readonly limiter: Limiter,
    private readonly sessions: Rate,
  ) {}

  /** Throws `security.too-many-failed-logins` after too many failures in the window. */
  async beforeLogin(address: string, tenantId: string, email: string): Promise<void> {
    const verdicts = [
      await this.limiter.hit(accountBucket(tenantId, email), ACCOUNT),
      await this.limiter.hit(`login:address:${network(address)}`, ADDRESS),
    ];
    const waits = verdicts.filter((verdict) => !verdict.allowed).map((verdict) => verdict.retryAfter);
    if (waits.length > 0) {
      const minutes = Math.ceil(Math.max(...waits) / 60);
      throw new Problem('security.too-many-failed-logins', { params: { minutes } });
    }
  }

  async afterLogin(address: string, tenantId: string, email: string): Promise<void> {
    await this.limiter.clear(accountBucket(tenantId, email));
    await this.limiter.undoHit(`login:address:${network(address)}`);
  }

  /** Takes the attempt back when the password was not checked (the identity provider is down). */
  async forgiveLogin(address: string, tenantId: string, email: string): Promise<void> {
    await this.limiter.undoHit(accountBucket(tenantId, email));
    await this.limiter.undoHit(`login:address:${network(address)}`);
  }

  /** Counts unknown accounts like existing ones. */
  async beforeLink(address: string, tenantId: string, email: string): Promise<void> {
    await this.refuse(`link:${network(address)}`, LINKS);
    await this.refuse(`link:account:${accountKey(tenantId, email)}`, MAILBOX);
  }

  beforeLinkUse = (address: string): Promise<void> => this.refuse(`link-use:${network(address)}`, LINK_USE);

  /** Limits new sessions per network, because each is a row. */
  beforeSession = (address: string): Promise<void> =>
    this.refuse(`session:${network(address)}`, { max: this.sessions.points, seconds: this.sessions.seconds });

  private async refuse(bucket: string, limit: Limit): Promise<void> {
    const verdict = await this.limiter.hit(bucket, limit);
    if (!verdict.allowed) throw tooMany(verdict.retryAfter);
  }
}
