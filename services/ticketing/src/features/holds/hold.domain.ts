import { createHash, randomBytes } from 'node:crypto';

/** How much may be held and not bought. A tenant's parameters say it, else the platform's. */
export interface HoldLimits {
  /** Seats of one cart. */
  seatsPerCart: number;
  /** Seats of one performance that one client network (IPv6: a /64) may hold; 0 is no limit. */
  seatsPerNetwork: number;
  /** The same as a share of the performance's seats, in percent. */
  sharePerNetwork: number;
  /** Carts with seats that one network may have at a theatre. */
  cartsPerNetwork: number;
  /** Minutes that seats which were not bought count after the end of the cart's time. */
  restMinutes: number;
}

export const HOLD_LIMITS: HoldLimits = {
  seatsPerCart: 20,
  seatsPerNetwork: 60,
  sharePerNetwork: 20,
  cartsPerNetwork: 60,
  restMinutes: 30,
};

/** Seats of a performance that one network may hold: a share of it, at least one whole cart, at most the absolute number. */
export const networkSeats = (limits: HoldLimits, places: number): number =>
  Math.min(
    limits.seatsPerNetwork,
    Math.max(limits.seatsPerCart, Math.floor((places * limits.sharePerNetwork) / 100)),
  );

/**
 * The client's network as the gateway names it: a keyed digest, the same for every address of a network. Whoever comes
 * without one is in one network with all the others who do.
 */
export const networkOf = (headers: Readonly<Record<string, string | undefined>>): string =>
  /^[\w-]{16,64}$/.exec(headers['x-client-network'] ?? '')?.[0] ?? '';
/** How long seats are kept for a cart, and how much the one extension adds. */
export const HOLD_MINUTES = 15;

/** 128 random bits: who knows them owns the cart. */
export const newSecret = (): string => randomBytes(16).toString('base64url');

/** What the database knows of a token. It is random, so that a plain digest cannot be guessed back. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What changes when a cart goes from the seats that it has to those that it wants. */
export function changeOf(
  owned: readonly string[],
  wanted: readonly string[],
): { added: string[]; released: string[] } {
  const [before, after] = [new Set(owned), new Set(wanted)];
  return {
    added: [...after].filter((seat) => !before.has(seat)),
    released: [...before].filter((seat) => !after.has(seat)),
  };
}
