import type { TemplateFormat } from './keywords';

/** HTML elements of texts: in documents, and inside the texts of mails. */
const TEXT_ELEMENTS = [
  ...[
    'p',
    'br',
    'hr',
    'div',
    'span',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'pre',
    'code',
    'address',
  ],
  ...[
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'small',
    'sub',
    'sup',
    'mark',
    'abbr',
    'time',
    'q',
    'cite',
    'a',
    'img',
  ],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'wbr'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];
const DOCUMENT_ELEMENTS = [
  ...[
    'html',
    'head',
    'title',
    'style',
    'meta',
    'body',
    'main',
    'header',
    'footer',
    'section',
    'article',
    'aside',
  ],
  ...['nav', 'figure', 'figcaption'],
];
/**
 * Elements of MJML. Not allowed: `mj-include` reads files, `mj-raw` skips checks, `mj-font` and `mj-html-attributes`
 * write elements and attributes that are not in the template.
 */
const MAIL_ELEMENTS = [
  ...[
    'mjml',
    'mj-head',
    'mj-title',
    'mj-preview',
    'mj-attributes',
    'mj-all',
    'mj-class',
    'mj-style',
    'mj-breakpoint',
  ],
  ...[
    'mj-body',
    'mj-wrapper',
    'mj-section',
    'mj-group',
    'mj-column',
    'mj-hero',
    'mj-text',
    'mj-button',
    'mj-image',
  ],
  ...['mj-divider', 'mj-spacer', 'mj-table'],
];
const ELEMENTS: Record<TemplateFormat, ReadonlySet<string>> = {
  pdf: new Set([...TEXT_ELEMENTS, ...DOCUMENT_ELEMENTS]),
  mail: new Set([...TEXT_ELEMENTS, ...MAIL_ELEMENTS]),
};

/** How the value of an attribute is checked. */
export type AttributeKind = 'plain' | 'style' | 'link' | 'picture' | 'charset';

const TEXT_ATTRIBUTES = [
  ...[
    'class',
    'id',
    'lang',
    'dir',
    'title',
    'alt',
    'width',
    'height',
    'align',
    'valign',
    'colspan',
    'rowspan',
  ],
  ...[
    'span',
    'scope',
    'headers',
    'start',
    'reversed',
    'value',
    'datetime',
    'border',
    'cellpadding',
    'cellspacing',
  ],
  ...['role', 'aria-label', 'aria-hidden', 'rel', 'target', 'name', 'bgcolor'],
];
const MAIL_ATTRIBUTES = [
  ...[
    'align',
    'alt',
    'css-class',
    'direction',
    'full-width',
    'fluid-on-mobile',
    'mode',
    'name',
    'rel',
    'target',
  ],
  ...['role', 'title', 'lang', 'dir', 'owa', 'sizes', 'cellpadding', 'cellspacing', 'table-layout', 'inline'],
];
/** Attributes of MJML that become declarations of a style. */
const MAIL_STYLES = [
  ...['color', 'background-color', 'background-position', 'background-position-x', 'background-position-y'],
  ...[
    'background-repeat',
    'background-size',
    'background-height',
    'background-width',
    'container-background-color',
  ],
  ...['inner-background-color', 'inner-padding', 'inner-border', 'inner-border-radius', 'text-padding'],
  ...['border', 'border-top', 'border-right', 'border-bottom', 'border-left', 'border-color', 'border-style'],
  ...[
    'border-width',
    'border-radius',
    'padding',
    'padding-top',
    'padding-right',
    'padding-bottom',
    'padding-left',
  ],
  ...[
    'font-family',
    'font-size',
    'font-style',
    'font-weight',
    'letter-spacing',
    'line-height',
    'height',
    'width',
  ],
  ...['max-height', 'text-align', 'text-decoration', 'text-transform', 'vertical-align'],
];

const STYLED: ReadonlySet<string> = new Set(MAIL_STYLES);
const PLAIN: Record<'html' | 'mjml', ReadonlySet<string>> = {
  html: new Set(TEXT_ATTRIBUTES),
  mjml: new Set(MAIL_ATTRIBUTES),
};

export const isAllowedElement = (format: TemplateFormat, element: string): boolean =>
  ELEMENTS[format].has(element);
export const isMjml = (element: string): boolean => element === 'mjml' || element.startsWith('mj-');

/** Elements whose content is no markup until their end tag. */
export const RAW_ELEMENTS: ReadonlySet<string> = new Set([
  'style',
  'mj-style',
  'title',
  'mj-title',
  'mj-preview',
]);
export const STYLE_ELEMENTS: ReadonlySet<string> = new Set(['style', 'mj-style']);

/** How an attribute of an element is checked; null when it is not allowed. */
export function attributeKind(element: string, attribute: string): AttributeKind | null {
  if (element === 'meta') return attribute === 'charset' ? 'charset' : null;
  if (attribute === 'style' && !isMjml(element)) return 'style';
  if (attribute === 'href' && (element === 'a' || element === 'mj-button' || element === 'mj-image'))
    return 'link';
  if (attribute === 'src' && (element === 'img' || element === 'mj-image')) return 'picture';
  if (attribute === 'background-url' && isMjml(element)) return 'picture';
  if (isMjml(element) && STYLED.has(attribute)) return 'style';
  return PLAIN[isMjml(element) ? 'mjml' : 'html'].has(attribute) ? 'plain' : null;
}
