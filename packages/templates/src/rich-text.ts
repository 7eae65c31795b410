import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';

const load = createRequire(__filename);
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
    ...['strong', 'em', 'u', 's', 'a'],
  ],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
};

/** The elements of a text editor and nothing else; loaded with the first text. */
export const sanitizeRichText = (html: string): string =>
  (load('sanitize-html') as typeof sanitizeHtml)(html, OPTIONS);
