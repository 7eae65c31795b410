import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';

const load = createRequire(__filename);
/** Loaded with the first text: most processes never need it, and loading takes a quarter of a second. */
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
    // Also if the address will be removed: a sanitised text must not change when sanitised again.
    a: (_tag, { href }) => ({
      tagName: 'a',
      attribs: { ...(href ? { href } : {}), rel: 'noopener noreferrer' },
    }),
  },
  parseStyleAttributes: false,
};
/** Maximum number of passes until a text no longer changes. */
const SETTLED = 5;
const EMPTY =
  /^(?:\s|&nbsp;|\u00a0|<\/?(?:p|br|h[2-4]|ul|ol|li|blockquote|pre|code|strong|em|u|s|a)\b[^>]*>)*$/;

/**
 * Sanitises HTML to a few elements: paragraphs, headings, lists, quotations, code, emphasis and links (web, mail,
 * telephone). Everything else is removed, scripts and styles with their content; a text without visible content becomes
 * empty.
 */
export function plainRichText(html: string): string {
  let clean = sanitizer()(html, OPTIONS).trim();
  // A further pass repairs wrongly nested elements, so that the stored text does not change when sanitised again.
  for (let turn = 0, before = ''; turn < SETTLED && clean !== before; turn++) {
    before = clean;
    clean = sanitizer()(clean, OPTIONS).trim();
  }
  return EMPTY.test(clean) ? '' : clean;
}
