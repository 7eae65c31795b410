import { createHash, randomBytes } from 'node:crypto';

/** Most seats that one cart may hold. */
export const MAX_SEATS = 20;
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
