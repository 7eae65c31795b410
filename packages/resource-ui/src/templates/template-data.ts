/** A template in the list of a service. */
export interface TemplateItem {
  kind: string;
  name: string;
  format: 'pdf' | 'mail';
  locale: 'fr' | 'en';
  version: number;
  /** Version in use; null for the product's template. */
  currentNumber: number | null;
  updatedAt: string | null;
  /** Files that go with its mails. */
  attachments: number;
}

export interface TemplateAttachment {
  id: string;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
}

export interface TemplateSource {
  source: string;
  /** Of a mail; null for a document. */
  subject: string | null;
}

/** A template with everything that its editor shows. */
export interface Template {
  kind: string;
  name: string;
  format: 'pdf' | 'mail';
  locale: 'fr' | 'en';
  /** Counts the changes. */
  version: number;
  currentNumber: number | null;
  current: TemplateSource;
  default: TemplateSource;
  keywords: Keyword[];
  versions: { number: number; comment: string | null; author: string; at: string }[];
  attachments: TemplateAttachment[];
  /** Which files can go with a mail of it; null: none. Bytes of all together. */
  attachmentLimits: { count: number; bytes: number; types: string[] } | null;
}

export interface Keyword {
  /** Such as `quote.lines.label`. */
  path: string;
  type: string;
  description: string;
}

/** An error at a place of the source or of the subject. */
export interface SourceError {
  pointer: '/source' | '/subject';
  line: number;
  column: number;
  code: string;
  detail: string;
}

/** Where the templates of a service are. */
export interface TemplateScreensSettings {
  /** Path of the screens, such as `configuration/templates`. */
  path: string;
  /** Path of the API. */
  api: string;
  /** Prefix of the rights, such as `ticketing.template`. */
  rights: string;
  /** Resource whose records can be shown in a preview. */
  resource: string | ((kind: string) => string);
}

/** Offset of a line and column, which begin at 1; the end of the text when it is shorter. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}

/** What inserts a keyword: a list with its block, everything else as a value. */
export function insertionOf({ path, type }: Keyword, keywords: readonly Keyword[]): string {
  const lists = keywords.filter((keyword) => keyword.type === 'list' && path.startsWith(`${keyword.path}.`));
  const innermost = lists.at(-1);
  // Inside a list its keywords are written without the path of the list.
  const name = innermost ? path.slice(innermost.path.length + 1) : path;
  if (type === 'list') return `{{#each ${name}}}\n\n{{/each}}`;
  if (type === 'flag') return `{{#if ${name}}}\n\n{{/if}}`;
  return type === 'richText' ? `{{{${name}}}}` : `{{${name}}}`;
}
