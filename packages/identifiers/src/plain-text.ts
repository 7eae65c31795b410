/**
 * Characters that are refused in every text: control characters except tab and line ends, and lone surrogates. The
 * database refuses NUL and lone surrogates; the others can control terminals, mails and files.
 */
// eslint-disable-next-line no-control-regex -- they are what it looks for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;
const LINE_END = /[\r\n\u2028\u2029\u0085]/;

export const isPlainText = (text: string): boolean => !FORBIDDEN.test(text);
/** Plain text without line ends, which would start another header, row or field elsewhere. */
export const isPlainLine = (text: string): boolean => isPlainText(text) && !LINE_END.test(text);
