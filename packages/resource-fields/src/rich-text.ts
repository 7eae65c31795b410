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
