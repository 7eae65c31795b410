import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const resolver = createRequire(__filename);

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
const LATIN_EXT =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

/** A file of a typeface, with all weights. */
interface FontFile {
  readonly family: string;
  readonly path: string;
  /** `unicode-range` of the file; for other characters the browser uses the next face. */
  readonly range: string;
}

const FILES: readonly FontFile[] = ['Fraunces', 'Inter'].flatMap((family) => {
  const name = family.toLowerCase();
  const path = (subset: string): string =>
    `@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`;
  return [
    { family, path: path('latin'), range: LATIN },
    { family, path: path('latin-ext'), range: LATIN_EXT },
  ];
});

/** Throws when a file is missing. */
export function requireFontFiles(): void {
  for (const { path } of FILES) resolver.resolve(path);
}

/** The file with the Latin letters of a typeface, in all weights. */
export function latinFontFile(family: string): string {
  const file = FILES.find((candidate) => candidate.family === family && candidate.range === LATIN);
  if (!file) throw new Error(`${family} is no typeface of the product`);
  return resolver.resolve(file.path);
}

/** The characters of a `unicode-range`. */
const charactersOf = (range: string): string =>
  range
    .split(',')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .slice('U+'.length)
        .split('-')
        .map((hex) => parseInt(hex, 16));
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
    })
    .join('');

/**
 * One weight of a file, as a font of its own: Chromium writes the outlines of a variable font into a PDF glyph by glyph,
 * which makes files several times as large.
 */
async function faceRule({ family, path, range }: FontFile, weight: number): Promise<string> {
  const face = await subsetFont(await readFile(resolver.resolve(path)), charactersOf(range), {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  });
  const data = face.toString('base64');
  return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/ttf;base64,${data}) format('truetype');unicode-range:${range}}`;
}

/** Regular and bold: what headings and `<b>` use without naming a weight. */
const WEIGHTS_OF_BROWSERS = [400, 700];
const NAMED_WEIGHT = /font(?:-weight)?\s*:[^;"'}]*?\b([1-9]00)\b/g;

const rulesOfWeights = new Map<number, Promise<string>>();

function rulesOf(weight: number): Promise<string> {
  let rules = rulesOfWeights.get(weight);
  if (!rules) {
    rules = Promise.all(FILES.map((file) => faceRule(file, weight))).then((all) => all.join('\n'));
    rulesOfWeights.set(weight, rules);
    rules.catch(() => rulesOfWeights.delete(weight));
  }
  return rules;
}

/**
 * The product's two typefaces, which every page may use, in the weights that the page names: as `data:` rules, because
 * the printed page cannot fetch anything. Each weight is made once.
 */
export async function fontFaces(html: string): Promise<string> {
  const named = [...html.matchAll(NAMED_WEIGHT)].map(([, weight]) => Number(weight));
  const weights = [...new Set([...WEIGHTS_OF_BROWSERS, ...named])].sort((a, b) => a - b);
  return (await Promise.all(weights.map(rulesOf))).join('\n');
}
