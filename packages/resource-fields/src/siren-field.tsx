import { siren } from '@coulisse/identifiers';
import { maskedField } from './masked-field';

export const sirenField = maskedField({
  identifier: siren,
  max: 9,
  isComplete: (clean) => clean.length === 9,
  wrong: 'field.wrong.siren',
  only: 'digits',
});
