import { eori, naf, rcs, type Identifier } from '@coulisse/identifiers';
import { phone } from '@coulisse/identifiers/phone';
import type { FieldError } from '@coulisse/service-kit/problem';

type Code = FieldError['code'];
/** Fields with a format of their own, and the error code of invalid values. */
const CHECKED: Readonly<Record<string, { identifier: Identifier; wrong: Code; storedAs?: 'typed' }>> = {
  naf: { identifier: naf, wrong: 'validation.naf' },
  rcs: { identifier: rcs, wrong: 'validation.rcs' },
  eori: { identifier: eori, wrong: 'validation.eori' },
  // Telephone numbers are stored as typed, which is also how people search for them.
  ...Object.fromEntries(
    ['telephone', 'telephone2', 'mobile', 'mobile2', 'fax'].map((field) => [
      field,
      { identifier: phone, wrong: 'validation.phone' as const, storedAs: 'typed' as const },
    ]),
  ),
};

/**
 * The numbers among the given values in their stored form, and their errors. Only given fields are checked: stored
 * values stay until they are written again.
 */
export function officialNumbers(input: Readonly<Record<string, unknown>>): {
  values: Record<string, string>;
  errors: FieldError[];
} {
  const values: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const [field, { identifier, wrong, storedAs }] of Object.entries(CHECKED)) {
    const typed = input[field];
    if (typeof typed !== 'string') continue;
    const stored = identifier.tidy(typed);
    if (!identifier.isValid(stored)) errors.push({ pointer: `/${field}`, code: wrong });
    else if (!storedAs) values[field] = stored;
  }
  // The SIRET of a place begins with the SIREN of its company.
  if (typeof input.siret === 'string' && !input.siren) values.siren = input.siret.slice(0, 9);
  return { values, errors };
}
