import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { LETTERS } from '../checkout/reservation-code.domain';

const GROUP = 4;
const CODE_GROUPS = 2;
/** 28 letters of thirty values each: 137 random bits, more than the 128 that a key must have. */
const KEY_GROUPS = 7;
export const KEY_LENGTH = KEY_GROUPS * GROUP;

const groupsOf = (count: number, random: (below: number) => number): string =>
  Array.from({ length: count }, () =>
    Array.from({ length: GROUP }, () => LETTERS[random(LETTERS.length)]).join(''),
  ).join('-');

/** A new code of a gift voucher, such as `B-7K3M-9QX4`: short enough to be told at the desk, and not enough to pay with. */
export const newVoucherCode = (random: (below: number) => number = randomInt): string =>
  `B-${groupsOf(CODE_GROUPS, random)}`;

/** A new key of a gift voucher: seven groups of four letters that cannot be taken for one another. */
export const newVoucherKey = (random: (below: number) => number = randomInt): string =>
  groupsOf(KEY_GROUPS, random);

const plain = (typed: string): string => typed.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** A code as it is stored, however it was typed: spaces, hyphens and lower case do not matter. */
export function readVoucherCode(typed: string): string {
  const letters = plain(typed).replace(/^B/, '');
  return `B-${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`;
}

/** Compares digests of equal length: how long it takes tells nothing about the key. */
export const isSameKey = (typed: string, key: string): boolean =>
  timingSafeEqual(hash('sha256', plain(typed), 'buffer'), hash('sha256', plain(key), 'buffer'));
