import { countrySpecs, isValidBBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { tidy, type Identifier } from './identifier';
import * as shapes from './shapes';

/** International account number; its own check digits and the national ones (the RIB key in France) are verified. */
export const iban: Identifier = { ...shapes.iban, isValid: isValidIBAN };

/** Length of the shortest IBAN of any country. */
const SHORTEST_IBAN = 15;

/**
 * True when the text, without spaces, is as long as an IBAN of its country. For a code that is no country with IBANs:
 * as long as the shortest one.
 */
export const isCompleteIban = (text: string): boolean =>
  text.length >= (countrySpecs[text.slice(0, 2)]?.chars ?? SHORTEST_IBAN);

/** Code of a bank. */
export const bic: Identifier = { ...shapes.bic, isValid: isValidBIC };

/** French account number: bank, branch, account and key. */
export const rib: Identifier = {
  tidy,
  isValid: (stored) => isValidBBAN(stored, 'FR'),
  format: (stored) =>
    [stored.slice(0, 5), stored.slice(5, 10), stored.slice(10, 21), stored.slice(21)]
      .filter(Boolean)
      .join(' '),
};
