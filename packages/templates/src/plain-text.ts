import { Parser } from 'htmlparser2';

const BLOCKS = new Set([
  ...[
    'p',
    'div',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'table',
    'tr',
    'blockquote',
    'pre',
    'hr',
  ],
  ...['section', 'article', 'header', 'footer', 'address', 'dl', 'dt', 'dd'],
]);
const CELLS = new Set(['td', 'th']);
const HIDDEN = new Set(['head', 'style', 'script', 'title']);
const HIDDEN_STYLE = /display:\s*none/i;

/** The text of an HTML page: a line for each block, `-` before items, addresses after the texts of links. */
export function plainTextOf(html: string): string {
  const parts: string[] = [];
  const links: { address: string; start: number }[] = [];
  let hiddenDepth = 0;
  const open: boolean[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const isHidden = HIDDEN.has(name) || HIDDEN_STYLE.test(attributes.style ?? '');
      open.push(isHidden);
      if (isHidden) hiddenDepth++;
      if (hiddenDepth > 0) return;
      if (name === 'br' || BLOCKS.has(name)) parts.push('\n');
      if (name === 'li') parts.push('- ');
      if (name === 'img' && attributes.alt) parts.push(attributes.alt);
      if (name === 'a') links.push({ address: attributes.href ?? '', start: parts.length });
    },
    ontext: (text) => {
      if (hiddenDepth === 0) parts.push(text.replace(/\s+/g, ' '));
    },
    onclosetag: (name) => {
      if (open.pop()) hiddenDepth--;
      if (hiddenDepth > 0) return;
      if (CELLS.has(name)) parts.push(' ');
      if (BLOCKS.has(name)) parts.push('\n');
      if (name === 'a') endLink();
    },
  });
  parser.write(html);
  parser.end();
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

  function endLink(): void {
    const link = links.pop();
    if (!link || link.address === '' || link.address.startsWith('#')) return;
    const shown = parts.slice(link.start).join('').trim();
    if (shown !== link.address) parts.push(` (${link.address})`);
  }
}
