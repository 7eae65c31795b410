import { bic } from '@coulisse/identifiers';
import { maskedField } from './masked-field';

/** Eight characters, or eleven with the branch. */
export const bicField = maskedField({
  identifier: bic,
  max: 11,
  isComplete: (clean) => clean.length === 8 || clean.length === 11,
  wrong: 'field.wrong.bic',
});
