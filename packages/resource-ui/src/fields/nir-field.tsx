import { nir } from '@coulisse/identifiers';
import { maskedField } from './masked-field';

/** Letters too: the département of those who were born in Corsica. */
export const nirField = maskedField({
  identifier: nir,
  max: 15,
  isComplete: (clean) => clean.length === 15,
  wrong: 'field.wrong.nir',
});
