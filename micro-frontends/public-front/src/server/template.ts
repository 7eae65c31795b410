import type { Language } from '@coulisse/ui-kit/format';

/** Files of a build, by the name of what they belong to. */
export type Chunks = Readonly<Record<string, readonly string[]>>;

export interface Parts {
  language: Language;
  title: string;
  /** Theme that the theatre of the page chose; empty where the visitor's own counts, undefined where none is known. */
  look?: string;
  /** Typeface that the theatre of the page chose for names and titles. */
  font?: string | undefined;
  /** Style sheets of the page's own script, by their address: the script finds that they are there. */
  sheets: readonly [path: string, text: string][];
  /** Style rules of this page alone. */
  rules: string;
  /** Further elements of the head, as HTML. */
  tags: string;
  /** Scripts that the page needs at once although they are loaded on demand. */
  scripts: readonly string[];
  root: string;
  /** JSON that is safe in an element. */
  data: string;
  dataId: string;
}

const ROOT = '<div id="root"></div>';
const INLINE = /<(style|script)>([\s\S]*?)<\/\1>/g;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Texts of the inline elements of the built page; a content security policy may name their digests. */
export const inlineElements = (html: string) => {
  const all = [...html.matchAll(INLINE)];
  const of = (tag: string) => all.filter(([, name]) => name === tag).map(([, , text = '']) => text);
  return { styles: of('style'), scripts: of('script') };
};

/** Attributes of the page with the look of its theatre; `data-site` is what its colours apply to. */
const lookAttributes = ({ look, font }: Parts): string => {
  if (look === undefined) return '';
  const typeface = font === undefined ? '' : ` data-font="${escapeHtml(font)}"`;
  return typeface + (look === '' ? ' data-look' : ` data-look="${look}" data-theme="${look}" data-site`);
};

const LATIN_FILE = /\/app\/[\w/-]+\/([\w-]+)-latin-wght-[\w.-]+\.woff2/g;

/** The file with the Latin letters of a theatre's typeface, as the build has named it. */
const fontFiles = ({ font, sheets }: Parts): string[] => {
  const name = font?.toLowerCase().replaceAll('_', '-');
  return sheets
    .flatMap(([, sheet]) => [...sheet.matchAll(LATIN_FILE)])
    .flatMap(([path, family]) => (family === name ? path : []));
};

/** Completes the page that the build wrote. Functions as replacements: `$` in a text has no meaning there. */
export function fill(template: string, parts: Parts): string {
  const head = [
    parts.tags,
    // The titles are what a visitor reads first: their typeface is not left until the styles are read.
    ...fontFiles(parts).map(
      (path) => `<link rel="preload" as="font" type="font/woff2" href="${path}" crossorigin>`,
    ),
    ...parts.scripts.map((path) => `<link rel="preload" as="script" href="${path}">`),
    ...parts.sheets.map(([path, text]) => `<style data-href="${path}">${text}</style>`),
    ...(parts.rules === '' ? [] : [`<style>${parts.rules}</style>`]),
  ].join('');
  const data =
    parts.data === '' ? '' : `<script type="application/json" id="${parts.dataId}">${parts.data}</script>`;
  const html = template
    .replace(
      /<html[^>]*>/,
      () => `<html lang="${parts.language}" data-density="touch"${lookAttributes(parts)}>`,
    )
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(parts.title)}</title>`)
    .replace('</head>', () => `${head}</head>`)
    .replace(ROOT, () => `<div id="root">${parts.root}</div>${data}`);
  if (!html.includes('<div id="root">')) throw new Error(`The built page has no ${ROOT}`);
  return html;
}
