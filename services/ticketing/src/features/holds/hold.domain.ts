import { createHash, randomBytes } from 'node:crypto';

/** Limits of unpaid holds: the tenant's settings, else the platform's. */
export interface HoldLimits {
  /** Seats of one cart. */
  seatsPerCart: number;
  /** Seats of one performance that one client network (IPv6: a /64) may hold; 0 is no limit. */
  seatsPerNetwork: number;
  /** The same as a share of the performance's seats, in percent. */
  sharePerNetwork: number;
  /** Carts with seats that one network may have at a tenant. */
  cartsPerNetwork: number;
  /** Minutes for which unsold seats still count after the cart's time has ended. */
  restMinutes: number;
}

export const HOLD_LIMITS: HoldLimits = {
  seatsPerCart: 20,
  seatsPerNetwork: 60,
  sharePerNetwork: 20,
  cartsPerNetwork: 60,
  restMinutes: 30,
};

/** Seats of a performance that one network may hold: a share, at least one full cart, at most the absolute limit. */
export const networkSeats = (limits: HoldLimits, places: number): number =>
  Math.min(
    limits.seatsPerNetwork,
    Math.max(limits.seatsPerCart, Math.floor((places * limits.sharePerNetwork) / 100)),
  );

/**
 * The client's network as named by the gateway: a keyed digest, equal for every address of a network. All clients
 * without a valid one share a single network.
 */
export const networkOf = (headers: Readonly<Record<string, string | undefined>>): string =>
  /^[\w-]{16,64}$/.exec(headers['x-client-network'] ?? '')?.[0] ?? '';
/** Minutes that a cart holds its seats, and that the single extension adds. */
export const HOLD_MINUTES = 15;

/** 128 random bits: the token of a cart, the secret of a ticket. */
export const newSecret = (): string => randomBytes(16).toString('base64url');

/** Digest of a token, as stored. The token is random, so a plain hash cannot be reversed. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Seats to add and to release, to get from the owned to the requested ones. */
export function changeOf(
  owned: readonly string[],
  requested: readonly string[],
): { added: string[]; released: string[] } {
  const [before, after] = [new Set(owned), new Set(requested)];
  return {
    added: [...after].filter((seat) => !before.has(seat)),
    released: [...before].filter((seat) => !after.has(seat)),
  };
}
