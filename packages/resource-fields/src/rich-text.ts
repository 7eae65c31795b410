import createPurifier, { type Config } from 'dompurify';

/** The elements that the server accepts, and nothing else. */
const ALLOWED: Config = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
    ...['strong', 'em', 'u', 's', 'a'],
  ],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:)/i,
};

let purifier: ReturnType<typeof createPurifier> | null = null;

/** Sanitised HTML, safe to insert into a page whatever its origin. */
export const cleanHtml = (html: string): string => {
  if (!purifier) {
    purifier = createPurifier(window);
    purifier.addHook('afterSanitizeAttributes', (element) => {
      if (element.tagName !== 'A') return;
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noopener noreferrer');
    });
  }
  return purifier.sanitize(html, ALLOWED);
};

const BLOCKS = /<\/(?:p|h[2-4]|li|blockquote|pre)>|<[bh]r\s*\/?>/gi;
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/** The text without HTML, for a cell or a line of history. Never insert it into a page as HTML. */
export const plainTextOf = (html: string): string =>
  html
    .replace(BLOCKS, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .replace(/[ \t\n]+/g, ' ')
    .trim();
