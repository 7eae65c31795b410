// Spellings of an entity's name in files, code and addresses. It is given as `contact-type`.
const ENTITY = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** @param {string} name */
export function assertName(name, label) {
  if (!ENTITY.test(name ?? ''))
    throw new Error(`${label} is written like contact-type: small letters, words joined by hyphens`);
}
/** `contact-type` → `contactType` */
export const camel = (name) => name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
/** `contact-type` → `Contact type` */
export const sentence = (name) => name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());
/** Plural of an English word, well enough for a first draft: `category` → `categories`, `box` → `boxes`. */
export const plural = (word) =>
  /[^aeiou]y$/.test(word) ? word.replace(/y$/, 'ies') : /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
