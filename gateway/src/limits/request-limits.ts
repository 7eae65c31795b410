import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Problem } from '@coulisse/service-kit/problem';
import type { Limits, RouteClass } from './classes';
import { OpenStreams } from './open-streams';
import { VerifiedSessions } from './verified-sessions';
import { Windows } from './windows';

/** Keys per counter; with all counters full they take less than 100 MB. */
const KEYS = 20_000;
/** Retry-After in seconds when too many streams are open; streams end when visitors leave. */
const STREAM_WAIT = 10;

/** The 429 problem, with the seconds until the next call is accepted. */
export const tooMany = (seconds: number): Problem => new Problem('request.too-many', { params: { seconds } });

/** Length of a UUID; shorter than a digest, so that no caller can choose a key that is the digest of another. */
const SHORT_KEY = 36;
/** The name of a caller, or its digest when it is long: keys are short whatever a client sends. */
const keyOf = (caller: string): string =>
  caller.length <= SHORT_KEY ? caller : hash('sha256', caller, 'base64');

/** Rate limits by route class, counted in the memory of this replica so that no call waits for a database. */
export class RequestLimits {
  readonly streams: OpenStreams;
  private readonly networks = new Map<RouteClass, Windows>();
  private readonly strangers = new Map<RouteClass, Windows>();
  private readonly callers = new Map<RouteClass, Windows>();
  private readonly verified: VerifiedSessions;

  constructor(limits: Limits, options: { keys?: number; now?: () => number } = {}) {
    const { keys = KEYS, now } = options;
    this.streams = new OpenStreams(limits.streams);
    this.verified = new VerifiedSessions(keys, now);
    for (const [name, { network, strangers, caller }] of Object.entries(limits.classes)) {
      if (network) this.networks.set(name as RouteClass, new Windows(network, keys, now));
      if (strangers) this.strangers.set(name as RouteClass, new Windows(strangers, keys, now));
      if (caller) this.callers.set(name as RouteClass, new Windows(caller, keys, now));
    }
  }

  /** Counts a call for its network; throws `request.too-many`. */
  byNetwork(routeClass: RouteClass, network: string): void {
    const wait = this.networks.get(routeClass)?.hit(network) ?? 0;
    if (wait > 0) throw tooMany(wait);
  }

  /**
   * Counts a public call for the strangers of its network, unless its session was verified before. Returns whether it
   * was counted. A session's own limit then bounds it, and its network only as a ceiling.
   */
  byStranger(routeClass: RouteClass, network: string, session: string | undefined): boolean {
    if (session !== undefined && this.verified.has(session)) return false;
    const wait = this.strangers.get(routeClass)?.hit(network) ?? 0;
    if (wait > 0) throw tooMany(wait);
    return true;
  }

  /** The session of a cookie exists: its next calls are not those of a stranger. */
  verify(session: string): void {
    this.verified.add(session);
  }

  /** Counts a call for its caller: a session, a cart or a staff user. */
  byCaller(routeClass: RouteClass, caller: string): void {
    const wait = this.callers.get(routeClass)?.hit(keyOf(caller)) ?? 0;
    if (wait > 0) throw tooMany(wait);
  }

  /** Counts an event stream until its response is closed. */
  openStream(
    network: string,
    caller: string | undefined,
    isStranger: boolean,
    response: ServerResponse,
  ): void {
    const leave = this.streams.enter(network, caller === undefined ? undefined : keyOf(caller), isStranger);
    if (!leave) throw tooMany(STREAM_WAIT);
    response.once('close', leave);
  }

  /** Number of keys over all counters. */
  get size(): number {
    const counters = [this.networks, this.strangers, this.callers].flatMap((windows) => [
      ...windows.values(),
    ]);
    return counters.reduce((sum, { size }) => sum + size, 0);
  }
}
