import { isValidBBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { tidy, type Identifier } from './identifier';

/** International account number, its own key and the national one (the RIB key in France) included. */
export const iban: Identifier = {
  tidy,
  isValid: isValidIBAN,
  format: (stored) => stored.replace(/.{4}(?=.)/g, '$& '),
};

/** Code of a bank. */
export const bic: Identifier = { tidy, isValid: isValidBIC, format: (stored) => stored };

/** French account number: bank, branch, account and key. */
export const rib: Identifier = {
  tidy,
  isValid: (stored) => isValidBBAN(stored, 'FR'),
  format: (stored) =>
    [stored.slice(0, 5), stored.slice(5, 10), stored.slice(10, 21), stored.slice(21)]
      .filter(Boolean)
      .join(' '),
};
