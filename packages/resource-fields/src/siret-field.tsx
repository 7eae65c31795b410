import { siret } from '@coulisse/identifiers';
import { maskedField } from './masked-field';

export const siretField = maskedField({
  identifier: siret,
  max: 14,
  isComplete: (clean) => clean.length === 14,
  wrong: 'field.wrong.siret',
  only: 'digits',
});
