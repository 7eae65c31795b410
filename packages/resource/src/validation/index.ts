export { describedInput, type InputCheck, type InputOperation } from './described-input';
export { IDENTIFIERS, isIdentifier } from './identifier-kinds';
export { checkInput, type InputError, tidyText } from './input';
export { objectSchema, SCREEN_PARTS } from './value-schema';
