import * as sirenNumber from 'stdnum/lib/cjs/fr/siren';
import * as siretNumber from 'stdnum/lib/cjs/fr/siret';
import { grouped, tidy, type Identifier } from './identifier';
import * as shapes from './shapes';

/** A French company: nine digits, the last one a Luhn check digit. */
export const siren: Identifier = {
  ...shapes.siren,
  isValid: (stored) => /^\d{9}$/.test(stored) && sirenNumber.validate(stored).isValid,
};

/** An establishment of a French company: its SIREN and five digits. Those of La Poste have a different checksum. */
export const siret: Identifier = {
  ...shapes.siret,
  isValid: (stored) =>
    /^\d{14}$/.test(stored) && siren.isValid(stored.slice(0, 9)) && siretNumber.validate(stored).isValid,
};

/** Activity of a French company: `90.01Z`. */
export const naf: Identifier = {
  tidy,
  isValid: (stored) => /^\d{4}[A-Z]$/.test(stored),
  format: (stored) => stored.replace(/^(\d{2})(?=\d{2}[A-Z]$)/, '$1.'),
};

/** Customs number of an economic operator: its country, then up to fifteen characters; a SIRET in France. */
export const eori: Identifier = {
  tidy,
  isValid: (stored) =>
    /^[A-Z]{2}[0-9A-Z]{1,15}$/.test(stored) && (!stored.startsWith('FR') || siret.isValid(stored.slice(2))),
  format: (stored) => (stored.startsWith('FR') ? `FR ${siret.format(stored.slice(2))}` : grouped(stored, 2)),
};

const RCS = /^(?:RCS\s+)?(\p{L}[\p{L}' -]*?)(?:\s+([AB]))?\s+(\d{3})\s?(\d{3})\s?(\d{3})$/u;

/** Entry of a trade register: `RCS Nancy B 323 159 715`. It is a phrase, so its stored form keeps the spaces. */
export const rcs: Identifier = {
  tidy: (text) => {
    const plain = text.replace(/\s+/g, ' ').replace(/\./g, '').trim();
    const [match, town, letter, ...digits] = RCS.exec(plain.replace(/^rcs\b/i, 'RCS')) ?? [];
    return match ? ['RCS', town, letter, ...digits].filter(Boolean).join(' ') : plain;
  },
  isValid: (stored) => {
    const [match, , , ...digits] = RCS.exec(stored) ?? [];
    return match !== undefined && stored.startsWith('RCS ') && siren.isValid(digits.join(''));
  },
  format: (stored) => stored,
};
