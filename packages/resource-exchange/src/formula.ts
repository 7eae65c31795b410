/**
 * A spreadsheet runs any text that begins like a formula. Such a text gets a leading apostrophe, and so does one that
 * already begins with apostrophes: reading removes exactly one, so that the text read is the text written.
 */
const RUNS = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
const WAS_QUOTED = /^''*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

export const escapeFormula = (text: string): string => (RUNS.test(text) ? `'${text}` : text);
export const unescapeFormula = (text: string): string => (WAS_QUOTED.test(text) ? text.slice(1) : text);
