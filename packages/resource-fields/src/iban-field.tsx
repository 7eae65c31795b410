import { iban, isCompleteIban } from '@coulisse/identifiers';
import { maskedField } from './masked-field';

export const ibanField = maskedField({
  identifier: iban,
  max: 34,
  isComplete: isCompleteIban,
  wrong: 'field.wrong.iban',
});
