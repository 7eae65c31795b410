import { nir } from '@coulisse/identifiers/shapes';
import { maskedField } from './masked-field';

/** Letters are allowed: 2A and 2B are the départements of Corsica. */
export const nirField = maskedField({
  shape: nir,
  name: 'nir',
  max: 15,
  isComplete: (clean) => clean.length === 15,
  wrong: 'field.wrong.nir',
});
