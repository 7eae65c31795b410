import { iban } from '@coulisse/identifiers/shapes';
import { maskedField } from './masked-field';
import { checksIfLoaded } from './number-libraries';

export const ibanField = maskedField({
  shape: iban,
  name: 'iban',
  max: 34,
  isComplete: (clean) => checksIfLoaded()?.isCompleteIban(clean) ?? false,
  wrong: 'field.wrong.iban',
});
