import { Problem, startRounds, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { hashOf, type HoldLimits } from '../holds/hold.domain';
import { runRound } from './admit-waiting.job';
import { Pressure } from './pressure';
import { expectedSeconds, pollSeconds, type WaitingRoomLimits } from './waiting-room.domain';
import { bindPlace, isInside } from './waiting-room.store';
import { cartDigest, WaitingTokens, type WaitingClaims } from './waiting-token';

const ROUND_MS = 1_000;
/** Rooms in which nobody waits are counted less often. */
const QUIET_SECONDS = 5;

export interface RoomView {
  tenant_id: string;
  performance_id: string;
  is_open: boolean;
  waiting: number;
  pace: number;
  is_due: boolean;
}

/** Rooms with buyers, or with a call in the last minutes. */
const ROOMS = `
SELECT tenant_id, performance_id, is_open, waiting, pace, waiting > 0 OR round_at < now() - make_interval(secs => ${QUIET_SECONDS}) AS is_due
FROM waiting_room WHERE waiting > 0 OR inside > 0 OR touched_at > now() - interval '5 minutes'
LIMIT 5000`;

/** The header with the place of a buyer in a line; browsers have it as a cookie of the gateway. */
export const WAITING_TOKEN = 'waiting-token';

/** What a hold needs to know of its buyer. */
export interface Entry {
  /** The claims of a valid pass, or of a place that was admitted since. */
  place: WaitingClaims | null;
}

/**
 * The rooms of all performances as this process sees them: read once a second, so that holds cost no query. The truth is
 * in the database: any replica, and a restarted one, continues the same lines.
 */
export class WaitingRooms {
  readonly tokens: WaitingTokens;
  readonly pressure: Pressure;
  private rooms: ReadonlyMap<string, RoomView> = new Map();

  constructor(
    readonly limits: WaitingRoomLimits,
    keys: { key: Buffer; olderKeys: readonly Buffer[] },
  ) {
    this.tokens = new WaitingTokens(keys.key, keys.olderKeys);
    this.pressure = new Pressure(limits);
  }

  /** Whether newcomers to a performance have to wait. */
  isOpen(performanceId: string): boolean {
    return this.rooms.get(performanceId)?.is_open ?? false;
  }

  /**
   * Lets a hold pass, or throws `sale.waiting-room`. While the room is closed this is a look into memory, and for an
   * admitted buyer the check of a signature. Only a buyer without a valid pass costs a query.
   */
  async admit(
    request: { performanceId: string; actor: Actor; cartToken: string | null; waitingToken?: string },
    ctx: ServiceContext,
  ): Promise<Entry> {
    const { performanceId, cartToken } = request;
    const claims = this.tokens.verify(request.waitingToken, performanceId);
    const isOwn = claims !== null && (claims.cart === '' || claims.cart === digestOf(cartToken));
    if (isOwn && claims.state === 'ADMITTED') return { place: claims };
    // A token of the line says that the room was open, even if this process has not read it yet.
    const newcomersWait = this.isOpen(performanceId) || this.pressure.isHigh || isOwn;
    if (!newcomersWait) return { place: null };
    const placeId = isOwn ? claims.placeId : null;
    if (cartToken !== null || placeId !== null) {
      const cartHash = cartToken === null ? null : hashOf(cartToken);
      const inside = await ctx.db.inTenant(request.actor, (tx) =>
        isInside(tx, performanceId, cartHash, placeId),
      );
      if (inside.admitted && claims) return { place: { ...claims, state: 'ADMITTED' } };
      if (inside.holds) return { place: null };
    }
    throw this.refusal(performanceId);
  }

  /** Binds the place of a hold to its cart, in the transaction of the hold: one place serves one cart. */
  async bind(tx: Tx, { place }: Entry, cartToken: string): Promise<void> {
    if (!place || place.cart === cartDigest(cartToken)) return;
    const isBound = await bindPlace(tx, place.performanceId, place.placeId, hashOf(cartToken));
    if (!isBound) throw this.refusal(place.performanceId);
  }

  /** The pass of a buyer whose place serves this cart from now on. */
  passFor({ place }: Entry, cartToken: string): Record<string, string> {
    const cart = cartDigest(cartToken);
    if (!place || place.cart === cart) return {};
    return { 'Waiting-Token': this.tokens.sign({ ...place, cart }) };
  }

  /**
   * Limits of what the network of a buyer may hold. Admitted buyers are counted by their places, each of which serves
   * one cart; the network is only a wide ceiling for them, so that a company behind one address can buy.
   */
  holdLimits({ place }: Entry, limits: HoldLimits): HoldLimits {
    if (!place || limits.seatsPerNetwork === 0) return limits;
    return {
      ...limits,
      seatsPerNetwork: Number.MAX_SAFE_INTEGER,
      sharePerNetwork: Math.max(limits.sharePerNetwork, this.limits.shareOfAdmitted),
      cartsPerNetwork: Math.max(limits.cartsPerNetwork, this.limits.placesPerNetwork),
    };
  }

  private refusal(performanceId: string): Problem {
    const { waiting = 0, pace = 0 } = this.rooms.get(performanceId) ?? {};
    const expected = expectedSeconds(waiting + 1, { buyers: this.limits.buyers, pace }, this.limits);
    return new Problem('sale.waiting-room', {
      params: { position: waiting + 1, seconds: pollSeconds(expected, waiting, Math.random()) },
    });
  }

  /** Reads the rooms, and admits in those that are due. Every replica does; the lock of a room decides which one. */
  async round(ctx: ServiceContext): Promise<void> {
    this.pressure.measure();
    await this.refresh(ctx);
    const isOverloaded = this.pressure.isHigh;
    for (const room of this.rooms.values()) {
      if (!room.is_due && !isOverloaded) continue;
      await runRound(ctx, room.tenant_id, room.performance_id, { limits: this.limits, isOverloaded });
    }
  }

  async refresh(ctx: ServiceContext): Promise<void> {
    const statement = { name: 'waiting-rooms', text: ROOMS };
    const { rows } = await ctx.db.askPlatform<RoomView & Record<string, unknown>>(
      'read the waiting rooms',
      statement,
    );
    this.rooms = new Map(rows.map((row) => [row.performance_id, row]));
  }

  start(ctx: ServiceContext): () => Promise<void> {
    const stopMeasuring = this.pressure.start();
    const stopRounds = startRounds(
      () => this.round(ctx),
      ROUND_MS,
      (error) => ctx.log.warn({ err: error }, 'waiting_room.round_failed'),
    );
    return async () => {
      stopMeasuring();
      await stopRounds();
    };
  }
}

const digestOf = (cartToken: string | null): string => (cartToken === null ? '' : cartDigest(cartToken));
