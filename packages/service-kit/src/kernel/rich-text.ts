import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';

const load = createRequire(__filename);
/** Loaded with the first text: most processes never see one, and it takes a quarter of a second. */
const sanitizer = () => load('sanitize-html') as typeof sanitizeHtml;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
    ...['strong', 'em', 'u', 's', 'a'],
  ],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    h1: 'h2',
    // Also where the address is about to be refused: what is clean once must stay as it is.
    a: (_tag, { href }) => ({
      tagName: 'a',
      attribs: { ...(href ? { href } : {}), rel: 'noopener noreferrer' },
    }),
  },
  parseStyleAttributes: false,
};
/** Readings after which a text no longer changes, at the latest. */
const SETTLED = 5;
const EMPTY =
  /^(?:\s|&nbsp;|\u00a0|<\/?(?:p|br|h[2-4]|ul|ol|li|blockquote|pre|code|strong|em|u|s|a)\b[^>]*>)*$/;

/**
 * A text of a few plain elements: paragraphs, headings, lists, quotations, code, emphasis and links that lead to the web, a
 * mailbox or a telephone. Whatever else there was is gone, scripts and styles with what they held; a text that shows
 * nothing is empty.
 */
export function plainRichText(html: string): string {
  let clean = sanitizer()(html, OPTIONS).trim();
  // Elements that stood wrongly in each other are put right by the next reading: what is kept reads the same for ever.
  for (let turn = 0, before = ''; turn < SETTLED && clean !== before; turn++) {
    before = clean;
    clean = sanitizer()(clean, OPTIONS).trim();
  }
  return EMPTY.test(clean) ? '' : clean;
}
