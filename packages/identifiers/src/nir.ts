import * as national from 'stdnum/lib/cjs/fr/nir';
import type { Identifier } from './identifier';
import * as shapes from './shapes';

/** Sex (7 and 8: provisional), year, month (20 and more: unknown), département (letters in Corsica), order, key. */
const SHAPE = /^[123478]\d{2}(?:0[1-9]|1[0-2]|[2-9]\d)(?:\d{2}|2[AB])\d{8}$/;

/** French social security number with its key. Personal data: only payroll and social declarations may store it. */
export const nir: Identifier = {
  ...shapes.nir,
  isValid: (stored) => SHAPE.test(stored) && national.validate(stored).isValid,
};
