import { vatNumber } from '@coulisse/identifiers/shapes';
import { maskedField } from './masked-field';

/** Maximum length of each country's numbers, with the two letters of the country. */
const LENGTHS: Readonly<Record<string, number>> = {
  ...{
    AT: 11,
    BE: 12,
    BG: 12,
    CY: 11,
    CZ: 12,
    DE: 11,
    DK: 10,
    EE: 11,
    EL: 11,
    ES: 11,
    FI: 10,
    FR: 13,
    HR: 13,
  },
  ...{
    HU: 10,
    IE: 11,
    IT: 13,
    LT: 14,
    LU: 10,
    LV: 13,
    MT: 10,
    NL: 14,
    PL: 12,
    PT: 11,
    RO: 12,
    SE: 14,
    SI: 10,
  },
  ...{ SK: 12, XI: 14 },
};
const LONGEST = 16;

export const vatNumberField = maskedField({
  shape: vatNumber,
  name: 'vatNumber',
  max: LONGEST,
  isComplete: (clean) => clean.length >= (LENGTHS[clean.slice(0, 2)] ?? LONGEST),
  wrong: 'field.wrong.vatNumber',
});
