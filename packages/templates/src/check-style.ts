/** Functions of CSS that reach nothing. `url()` is checked apart. */
const FUNCTIONS = new Set([
  ...[
    'rgb',
    'rgba',
    'hsl',
    'hsla',
    'hwb',
    'lab',
    'lch',
    'oklab',
    'oklch',
    'color-mix',
    'calc',
    'min',
    'max',
    'clamp',
  ],
  ...[
    'var',
    'linear-gradient',
    'radial-gradient',
    'conic-gradient',
    'repeating-linear-gradient',
    'translate',
  ],
  ...[
    'translatex',
    'translatey',
    'rotate',
    'scale',
    'scalex',
    'scaley',
    'skew',
    'matrix',
    'minmax',
    'repeat',
  ],
  ...['fit-content', 'counter', 'counters', 'format', 'not', 'is', 'where', 'nth-child', 'nth-of-type'],
  ...['nth-last-child', 'first', 'inset', 'polygon', 'circle', 'ellipse', 'drop-shadow'],
]);
const AT_RULES = new Set([
  ...['page', 'media', 'font-face', 'supports', 'top-left', 'top-center', 'top-right', 'bottom-left'],
  ...['bottom-center', 'bottom-right'],
]);
const WORDS_BEFORE_PARENTHESIS = new Set(['and', 'or', 'not', 'screen', 'only']);
const INLINE =
  /^(["']?)data:(?:image\/(?:png|jpeg|gif|webp|svg\+xml)|font\/(?:woff2?|ttf|otf));base64,[a-z0-9+/=]+\1$/i;
const FUNCTION = /([-\w]*)(\s*)\(/g;
const AT_RULE = /@([-\w]*)/g;
const URL_ADDRESS = /url\(\s*([^)]*)\)/gi;

/** Text of a style; `mixed` when parts of it depend on a condition or are repeated. */
export interface StyleText {
  readonly text: string;
  readonly mixed: boolean;
}

/** The part of a style that could reach a network or hide from this check; null when there is none. */
export function forbiddenStyle({ text, mixed }: StyleText): string | null {
  // An escape (`\75rl`) or an entity hides a name; `<` ends the element.
  const hidden = /[\\<&]/.exec(text);
  if (hidden) return hidden[0];
  // Two halves of a name could meet.
  if (mixed) return /[(@]|\/\*/.exec(text)?.[0] ?? null;
  const plain = text.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, ' ');
  if (plain.includes('/*')) return '/*';
  for (const [rule, name = ''] of plain.matchAll(AT_RULE)) if (!AT_RULES.has(name.toLowerCase())) return rule;
  for (const [address, inside = ''] of plain.matchAll(URL_ADDRESS))
    if (!INLINE.test(inside.trim())) return address.slice(0, 60);
  const withoutAddresses = plain.replace(URL_ADDRESS, ' ');
  for (const [call, name = '', space = ''] of withoutAddresses.matchAll(FUNCTION)) {
    const lower = name.toLowerCase();
    const isWord = name === '' || (space !== '' && WORDS_BEFORE_PARENTHESIS.has(lower));
    if (!isWord && !FUNCTIONS.has(lower)) return call;
  }
  return null;
}
