import { randomInt } from 'node:crypto';
import { Problem } from '@coulisse/service-kit/problem';

/** Without 0, 1, I, L, O and U, which are taken for one another when they are written, and for words. */
export const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 4;

/**
 * A new code of a reservation, such as `R-7K3M-9QX4`: eight random letters and digits, thirty values each. It is no
 * number of a series, so that a sale waits for no other one. With a million reservations of a tenant, one new code in
 * 650,000 is taken already.
 */
export function newReservationCode(random: (below: number) => number = randomInt): string {
  const group = () => Array.from({ length: GROUP }, () => LETTERS[random(LETTERS.length)]).join('');
  return `R-${group()}-${group()}`;
}

const ATTEMPTS = 3;
const isCodeTaken = (error: unknown): boolean =>
  error instanceof Problem &&
  error.errors.some(({ pointer, code }) => pointer === '/code' && code === 'validation.unique');

/** Saves in a transaction of its own, and once more with another code when the code is taken already. */
export async function withFreeCode<R>(save: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await save();
    } catch (error) {
      if (attempt === ATTEMPTS || !isCodeTaken(error)) throw error;
    }
}
