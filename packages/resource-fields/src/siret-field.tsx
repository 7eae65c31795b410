import { siret } from '@coulisse/identifiers/shapes';
import { maskedField } from './masked-field';

export const siretField = maskedField({
  shape: siret,
  name: 'siret',
  max: 14,
  isComplete: (clean) => clean.length === 14,
  wrong: 'field.wrong.siret',
  only: 'digits',
});
