import { bic } from '@coulisse/identifiers/shapes';
import { maskedField } from './masked-field';

/** Eight characters, or eleven with the branch. */
export const bicField = maskedField({
  shape: bic,
  name: 'bic',
  max: 11,
  isComplete: (clean) => clean.length === 8 || clean.length === 11,
  wrong: 'field.wrong.bic',
});
