import rule from './person-name.json';

/**
 * Characters allowed in the name of a person: letters and marks of every script, digits, and the signs of real names
 * and of names of families and companies (`Anne & Paul`, `D'Arc (Jean)`, `Martin-Dupont`, `M. Roux Jr.`). No
 * control character, `<`, `>`, `@`, quotation mark, bracket or pictogram. The identity provider declares the same
 * pattern from the same file (`dev/keycloak/realms.mjs`): it uses only syntax that both kinds of expressions share.
 */
export const PERSON_NAME_PATTERN: string = rule.pattern;
/** Longest first or last name, in UTF-16 units, as the identity provider counts. */
export const PERSON_NAME_MAX: number = rule.max;

const allowed = new RegExp(rule.pattern, 'u');

/** True when a text is a first or a last name, whatever its length. */
export const isPersonName = (text: string): boolean => allowed.test(text);
