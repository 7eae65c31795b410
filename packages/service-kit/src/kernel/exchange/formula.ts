/**
 * A spreadsheet runs what begins like a formula, whoever wrote it. Such a text is written behind an apostrophe, and so is
 * one that already has apostrophes there: reading takes exactly one away, so that what was written is what is read.
 */
const RUNS = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
const WAS_QUOTED = /^''*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

export const neutralised = (text: string): string => (RUNS.test(text) ? `'${text}` : text);
export const restored = (text: string): string => (WAS_QUOTED.test(text) ? text.slice(1) : text);
