import createPurifier, { type Config } from 'dompurify';
import { useMemo } from 'react';

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
const cleanHtml = (html: string): string => {
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

/** Rich text with its format. Loaded on demand: a list shows the text alone. */
export default function RichTextShow({ html }: { html: string }) {
  const clean = useMemo(() => cleanHtml(html), [html]);
  return <div className="r-rich" dangerouslySetInnerHTML={{ __html: clean }} />;
}
