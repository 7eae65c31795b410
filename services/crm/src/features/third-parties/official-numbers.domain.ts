import { eori, naf, rcs, type Identifier } from '@coulisse/identifiers';
import { phone } from '@coulisse/identifiers/phone';
import type { FieldError } from '@coulisse/service-kit';

type Code = FieldError['code'];
/** Texts that follow a form of their own, and what is said of those that do not. */
const CHECKED: Readonly<Record<string, { identifier: Identifier; wrong: Code; keep?: 'typed' }>> = {
  naf: { identifier: naf, wrong: 'validation.naf' },
  rcs: { identifier: rcs, wrong: 'validation.rcs' },
  eori: { identifier: eori, wrong: 'validation.eori' },
  // Numbers of telephones are kept as people write them, and look for them.
  ...Object.fromEntries(
    ['telephone', 'telephone2', 'mobile', 'mobile2', 'fax'].map((field) => [
      field,
      { identifier: phone, wrong: 'validation.phone' as const, keep: 'typed' as const },
    ]),
  ),
};

/**
 * The numbers among some values in the form that they are stored in, and what is wrong with them. Only what is given is
 * looked at: what was stored before stays until somebody writes it again.
 */
export function officialNumbers(given: Readonly<Record<string, unknown>>): {
  values: Record<string, string>;
  errors: FieldError[];
} {
  const values: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const [field, { identifier, wrong, keep }] of Object.entries(CHECKED)) {
    const typed = given[field];
    if (typeof typed !== 'string') continue;
    const stored = identifier.tidy(typed);
    if (!identifier.isValid(stored)) errors.push({ pointer: `/${field}`, code: wrong });
    else if (!keep) values[field] = stored;
  }
  // A place tells which company it belongs to.
  if (typeof given.siret === 'string' && !given.siren) values.siren = given.siret.slice(0, 9);
  return { values, errors };
}
