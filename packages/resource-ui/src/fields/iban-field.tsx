import { countrySpecs } from 'ibantools';
import { iban } from '@coulisse/identifiers';
import { maskedField } from './masked-field';

/** No account number in the world is shorter: enough to say that a country does not exist. */
const SHORTEST = 15;

export const isCompleteIban = (clean: string): boolean =>
  clean.length >=
  ((countrySpecs as Record<string, { chars: number | null }>)[clean.slice(0, 2)]?.chars ?? SHORTEST);

export const ibanField = maskedField({
  identifier: iban,
  max: 34,
  isComplete: isCompleteIban,
  wrong: 'field.wrong.iban',
});
