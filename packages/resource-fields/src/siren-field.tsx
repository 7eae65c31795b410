import { siren } from '@coulisse/identifiers/shapes';
import { maskedField } from './masked-field';

export const sirenField = maskedField({
  shape: siren,
  name: 'siren',
  max: 9,
  isComplete: (clean) => clean.length === 9,
  wrong: 'field.wrong.siren',
  only: 'digits',
});
