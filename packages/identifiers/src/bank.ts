import { countrySpecs, isValidBBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { tidy, type Identifier } from './identifier';
import * as shapes from './shapes';

/** Countries whose account numbers end with a RIB key, which ibantools verifies modulo 97 only. */
const WITH_RIB_KEY = /^(FR|MC)/;
/** A RIB key is 97 less a remainder, so 01 to 97: `00`, `98` and `99` are congruent to a right one, and wrong. */
const hasRibKey = (account: string): boolean => /(0[1-9]|[1-8]\d|9[0-7])$/.test(account);

/** International account number; its own check digits and the national ones (the RIB key in France) are verified. */
export const iban: Identifier = {
  ...shapes.iban,
  isValid: (stored) => isValidIBAN(stored) && (!WITH_RIB_KEY.test(stored) || hasRibKey(stored)),
};

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
  isValid: (stored) => isValidBBAN(stored, 'FR') && hasRibKey(stored),
  format: (stored) =>
    [stored.slice(0, 5), stored.slice(5, 10), stored.slice(10, 21), stored.slice(21)]
      .filter(Boolean)
      .join(' '),
};
