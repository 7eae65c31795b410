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

/** What is left of a typed name for a login: other characters become spaces, and its end is cut off. */
function cleaned(typed: string): string | null {
  const characters = Array.from(typed.normalize('NFC'), (character) =>
    isPersonName(`a${character}`) ? character : ' ',
  );
  let name = '';
  for (const character of characters.join('').trim().replace(/ {2,}/g, ' ')) {
    if (name.length + character.length > PERSON_NAME_MAX) break;
    name += character;
  }
  return isPersonName(name) ? name.trim() : null;
}

/**
 * The names of a buyer's login, which the identity provider takes in any case. A name of which nothing is left is
 * replaced by the other one, and both by the address: sales keep the names as they were typed.
 */
export function loginNames(typed: { firstName: string; lastName: string; email: string }): {
  firstName: string;
  lastName: string;
} {
  const [first, last] = [cleaned(typed.firstName), cleaned(typed.lastName)];
  const other = first ?? last ?? cleaned(typed.email.split('@')[0] ?? '') ?? 'Client';
  return { firstName: first ?? other, lastName: last ?? other };
}
