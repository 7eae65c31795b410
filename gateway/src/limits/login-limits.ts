import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Problem } from '@coulisse/service-kit/problem/problem';
import type { Limit, Limiter } from './limiter';
import { tooMany } from './request-limits';
import type { Rate } from './windows';

/** A few mistakes per account, more per address (a company or a theatre's hall shares one). */
const ACCOUNT: Limit = { max: 5, seconds: 15 * 60 };
const ADDRESS: Limit = { max: 50, seconds: 15 * 60 };
/** Mails that somebody may cause: few to one mailbox, more from one address. */
const MAILBOX: Limit = { max: 5, seconds: 60 * 60 };
const LINKS: Limit = { max: 20, seconds: 60 * 60 };
/** Links that are opened, and passwords chosen by them. */
const LINK_USE: Limit = { max: 30, seconds: 10 * 60 };

/** An IPv6 subscriber owns a /64; counting single addresses would count nothing. */
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
 * Limits of the public login. An attempt is counted before it is made, so that parallel guesses cannot slip in
 * between the question and the count; unknown accounts are counted like known ones, so that a lock tells nothing.
 */
export class LoginLimits {
  constructor(
    private readonly limiter: Limiter,
    private readonly sessions: Rate,
  ) {}

  /** Refuses with `security.too-many-failed-logins` when too much went wrong lately. */
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
    await this.limiter.forgive(`login:address:${network(address)}`);
  }

  /** Nothing was learnt about the password (the identity provider is down): the attempt does not count. */
  async forgiveLogin(address: string, tenantId: string, email: string): Promise<void> {
    await this.limiter.forgive(accountBucket(tenantId, email));
    await this.limiter.forgive(`login:address:${network(address)}`);
  }

  /** Counted for unknown accounts like for known ones. */
  async beforeLink(address: string, tenantId: string, email: string): Promise<void> {
    await this.refuse(`link:${network(address)}`, LINKS);
    await this.refuse(`link:account:${accountKey(tenantId, email)}`, MAILBOX);
  }

  beforeLinkUse = (address: string): Promise<void> => this.refuse(`link-use:${network(address)}`, LINK_USE);

  /** A new session is a row: so many of them for one network. */
  beforeSession = (address: string): Promise<void> =>
    this.refuse(`session:${network(address)}`, { max: this.sessions.points, seconds: this.sessions.seconds });

  private async refuse(bucket: string, limit: Limit): Promise<void> {
    const verdict = await this.limiter.hit(bucket, limit);
    if (!verdict.allowed) throw tooMany(verdict.retryAfter);
  }
}
