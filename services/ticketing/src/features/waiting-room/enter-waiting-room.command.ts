import { Problem, type Actor } from '@coulisse/service-kit';
import type { Database } from '@coulisse/service-kit/database';
import { hashOf } from '../holds/hold.domain';
import {
  expectedSeconds,
  heartbeatSeconds,
  pollSeconds,
  type WaitingRoomLimits,
} from './waiting-room.domain';
import { enterRoom, seePlace, standingOf, type Standing } from './waiting-room.store';
import { cartDigest, type WaitingClaims, type WaitingTokens } from './waiting-token';

/** What a buyer sees of the line. */
export interface WaitingView {
  /** EARLY: the sale is not open yet, the order is drawn; CLOSED: nothing is sold here. */
  state: 'ADMITTED' | 'WAITING' | 'EARLY' | 'SOLD_OUT' | 'CLOSED';
  /** In the line, beginning with one; null unless WAITING. */
  position: number | null;
  /** Expected seconds until admission; null unless WAITING. */
  expectedSeconds: number | null;
  /** Seats that are free at this moment; null when unknown. */
  placesLeft: number | null;
  /** When to ask again, jitter included; null when there is nothing to ask for. */
  pollAfterSeconds: number | null;
}

export interface EnterRequest {
  actor: Actor;
  performanceId: string;
  claims: WaitingClaims | null;
  cartToken: string | null;
  network: string;
  isOverloaded: boolean;
}

export interface Entered {
  view: WaitingView;
  /** The place in a signed form; null when there is none. */
  token: string | null;
}

const NOWHERE = { position: null, expectedSeconds: null, placesLeft: null, pollAfterSeconds: null };
/** Seconds after which a network at its ceiling may try again: places end by themselves. */
const CEILING_SECONDS = 30;
/** A line that waits for the sale to open has no position that could be shown. */
const EARLY_POLL_SECONDS = 15;

function waitingView(standing: Standing, limits: WaitingRoomLimits): WaitingView {
  const placesLeft = standing.places_left;
  if (standing.is_sold_out) return { ...NOWHERE, state: 'SOLD_OUT', placesLeft: 0 };
  if (!standing.on_sale) {
    if (standing.mode !== 'ON') return { ...NOWHERE, state: 'CLOSED' };
    const pollAfterSeconds = pollSeconds(EARLY_POLL_SECONDS * 8, standing.waiting, Math.random());
    return { ...NOWHERE, state: 'EARLY', placesLeft, pollAfterSeconds };
  }
  const position = Math.max(1, standing.position);
  const expected = expectedSeconds(position, standing, limits);
  const pollAfterSeconds = pollSeconds(expected, standing.waiting, Math.random());
  return { state: 'WAITING', position, expectedSeconds: expected, placesLeft, pollAfterSeconds };
}

const admittedView = (placesLeft: number | null): WaitingView => ({
  ...NOWHERE,
  state: 'ADMITTED',
  placesLeft,
  pollAfterSeconds: heartbeatSeconds(Math.random()),
});

/**
 * A buyer comes, comes back or still waits. A place in the line is found again by its token; a place that has ended, or
 * that serves the cart of somebody else, gives a new one at the end of the line.
 */
export async function enterWaitingRoom(
  db: Database,
  request: EnterRequest,
  { limits, tokens }: { limits: WaitingRoomLimits; tokens: WaitingTokens },
): Promise<Entered> {
  const { actor, performanceId, claims, cartToken } = request;
  const cartHash = cartToken === null ? null : hashOf(cartToken);
  const ownDigest = cartToken === null ? '' : cartDigest(cartToken);
  const tokenOf = (placeId: string, state: WaitingClaims['state'], bound: Buffer | null): string =>
    tokens.sign({ placeId, performanceId, state, cart: bound ? ownDigest : '' });

  if (claims && (claims.cart === '' || claims.cart === ownDigest)) {
    const seen = await seePlace(db, actor, performanceId, claims.placeId, limits.buyers);
    const bound = seen?.place.cart_hash ?? null;
    if (seen && (bound === null || cartHash?.equals(bound))) {
      const { place, standing } = seen;
      const view =
        place.state === 'ADMITTED' ? admittedView(standing.places_left) : waitingView(standing, limits);
      return { view, token: tokenOf(claims.placeId, place.state, bound) };
    }
  }

  const { network, isOverloaded } = request;
  const arrival = await enterRoom(db, actor, {
    performanceId,
    cartHash,
    network,
    placesPerNetwork: limits.placesPerNetwork,
    buyers: limits.buyers,
    isOverloaded,
  });
  if (!arrival) throw new Problem('http.404');
  if (arrival.id === null || arrival.state === null) {
    if (arrival.on_sale || arrival.mode === 'ON')
      throw new Problem('request.too-many', { params: { seconds: CEILING_SECONDS } });
    return { view: { ...NOWHERE, state: 'CLOSED' }, token: null };
  }
  const standing = await standingOf(db, actor, performanceId, arrival.id, limits.buyers);
  if (!standing) throw new Error('the waiting room that was just entered is not there');
  const view =
    arrival.state === 'ADMITTED' && !standing.is_sold_out
      ? admittedView(standing.places_left)
      : waitingView(standing, limits);
  return { view, token: tokenOf(arrival.id, arrival.state, arrival.cart_hash) };
}
