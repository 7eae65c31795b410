import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Identifier } from './identifier';

/** Country of numbers without a country code. */
const HOME = 'FR';

const parsed = (text: string) => {
  const number = parsePhoneNumberFromString(text, HOME);
  return number?.isValid() ? number : undefined;
};

/**
 * A telephone number; one without a country code is French. The stored form is E.164 (`+33123456789`), or the trimmed
 * input when it is no valid number. A separate module: its tables are too large for pages that do not need them.
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

/** A number in groups while it is being typed: `061244081` → `06 12 44 08 1`. It may be incomplete or wrong. */
export const groupTypedPhone = (typed: string): string => new AsYouType(HOME).input(typed);
