import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Problem } from '@coulisse/service-kit/problem/problem';
import type { Limits, RouteClass } from './classes';
import { OpenStreams } from './open-streams';
import { Windows } from './windows';

/** Keys that one count remembers; all counts full take less than 100 MB. */
const KEYS = 20_000;
/** What a browser waits that finds too many streams open; they end when people go. */
const STREAM_WAIT = 10;

/** The refusal of whoever asks too often, with the time after which it goes on. */
export const tooMany = (seconds: number): Problem => new Problem('request.too-many', { params: { seconds } });

/** Keys are of one length, whatever a client sends. */
const keyOf = (caller: string): string => createHash('sha256').update(caller).digest('base64url');

/** What calls cost, counted in the memory of this replica: no call waits for a database because it is counted. */
export class RequestLimits {
  readonly streams: OpenStreams;
  private readonly networks = new Map<RouteClass, Windows>();
  private readonly callers = new Map<RouteClass, Windows>();

  constructor(limits: Limits, options: { keys?: number; now?: () => number } = {}) {
    const { keys = KEYS, now } = options;
    this.streams = new OpenStreams(limits.streams);
    for (const [name, { network, caller }] of Object.entries(limits.classes)) {
      if (network) this.networks.set(name as RouteClass, new Windows(network, keys, now));
      if (caller) this.callers.set(name as RouteClass, new Windows(caller, keys, now));
    }
  }

  /** Counts a call for its network; throws `request.too-many`. */
  byNetwork(is: RouteClass, network: string): void {
    const wait = this.networks.get(is)?.hit(network) ?? 0;
    if (wait > 0) throw tooMany(wait);
  }

  /** Counts a call for who makes it: a session, a cart or a person of the staff. */
  byCaller(is: RouteClass, caller: string): void {
    const wait = this.callers.get(is)?.hit(keyOf(caller)) ?? 0;
    if (wait > 0) throw tooMany(wait);
  }

  /** Counts an event stream until its answer is over. */
  openStream(network: string, caller: string | undefined, response: ServerResponse): void {
    const leave = this.streams.enter(network, caller === undefined ? undefined : keyOf(caller));
    if (!leave) throw tooMany(STREAM_WAIT);
    response.once('close', leave);
  }

  /** Keys that are remembered, over all counts. */
  get size(): number {
    return [...this.networks.values(), ...this.callers.values()].reduce((sum, { size }) => sum + size, 0);
  }
}
