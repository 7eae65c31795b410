import { randomInt } from 'node:crypto';

/** Letters and digits that are not confused when they are read aloud or copied from paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';

const pick = (alphabet: string): string => alphabet.charAt(randomInt(alphabet.length));
const group = (): string => pick(CAPITALS) + pick(LETTERS) + pick(LETTERS) + pick(LETTERS) + pick(DIGITS);

/** Such as `Kvuo7-Rtem4-Bzha9-Pwyd2`: 23 characters, 84 bits, shown once and changed at the first login. */
export const temporaryPassword = (): string => [group(), group(), group(), group()].join('-');
