import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Identifier } from './identifier';

const parsed = (text: string) => {
  const number = parsePhoneNumberFromString(text, 'FR');
  return number?.isValid() ? number : undefined;
};

/**
 * A telephone number; one without its country is French. The stored form is E.164 (`+33123456789`), or what was typed
 * when it is no such number. In a module of its own: its tables are too heavy for a page that shows none.
 */
export const phone: Identifier = {
  tidy: (text) => parsed(text)?.number ?? text.trim(),
  isValid: (stored) => parsed(stored)?.number === stored,
  format: (stored) => {
    const number = parsed(stored);
    if (!number) return stored;
    return number.countryCallingCode === '33' ? number.formatNational() : number.formatInternational();
  },
};
