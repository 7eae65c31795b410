import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const resolver = createRequire(__filename);

/** Pairs of first and last character. */
type Ranges = readonly (readonly [number, number])[];

const LATIN: Ranges = [
  ...([
    [0x0000, 0x00ff],
    [0x0131, 0x0131],
    [0x0152, 0x0153],
    [0x02bb, 0x02bc],
  ] as const),
  ...([
    [0x02c6, 0x02c6],
    [0x02da, 0x02da],
    [0x02dc, 0x02dc],
    [0x0304, 0x0304],
  ] as const),
  ...([
    [0x0308, 0x0308],
    [0x0329, 0x0329],
    [0x2000, 0x206f],
    [0x20ac, 0x20ac],
  ] as const),
  ...([
    [0x2122, 0x2122],
    [0x2191, 0x2191],
    [0x2193, 0x2193],
    [0x2212, 0x2212],
  ] as const),
  ...([
    [0x2215, 0x2215],
    [0xfeff, 0xfeff],
    [0xfffd, 0xfffd],
  ] as const),
];
const LATIN_EXT: Ranges = [
  ...([
    [0x0100, 0x02ba],
    [0x02bd, 0x02c5],
    [0x02c7, 0x02cc],
    [0x02ce, 0x02d7],
  ] as const),
  ...([
    [0x02dd, 0x02ff],
    [0x0304, 0x0304],
    [0x0308, 0x0308],
    [0x0329, 0x0329],
  ] as const),
  ...([
    [0x1d00, 0x1dbf],
    [0x1e00, 0x1e9f],
    [0x1ef2, 0x1eff],
    [0x2020, 0x2020],
  ] as const),
  ...([
    [0x20a0, 0x20ab],
    [0x20ad, 0x20c0],
    [0x2113, 0x2113],
    [0x2c60, 0x2c7f],
  ] as const),
  ...([[0xa720, 0xa7ff]] as const),
];

/** A file of a typeface: all weights of the characters in `ranges`. */
interface FontFile {
  readonly family: string;
  readonly path: string;
  readonly ranges: Ranges;
}

const FILES: readonly FontFile[] = ['Fraunces', 'Inter'].flatMap((family) => {
  const name = family.toLowerCase();
  const path = (subset: string): string =>
    `@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`;
  return [
    { family, path: path('latin'), ranges: LATIN },
    { family, path: path('latin-ext'), ranges: LATIN_EXT },
  ];
});

/** Throws when a file is missing. */
export function requireFontFiles(): void {
  for (const { path } of FILES) resolver.resolve(path);
}

/** The file with the Latin letters of a typeface, in all weights. */
export function latinFontFile(family: string): string {
  const file = FILES.find((candidate) => candidate.family === family && candidate.ranges === LATIN);
  if (!file) throw new Error(`${family} is no typeface of the product`);
  return resolver.resolve(file.path);
}

const hex = (point: number): string => point.toString(16).toUpperCase().padStart(4, '0');
const unicodeRange = (ranges: Ranges): string =>
  ranges.map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`).join(',');
const charactersOf = (ranges: Ranges): string =>
  ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
    )
    .join('');

/**
 * One weight of a file, as a font of its own: Chromium writes the outlines of a variable font into a PDF glyph by glyph,
 * which makes files several times as large.
 */
async function faceRule({ family, path, ranges }: FontFile, weight: number): Promise<string> {
  const face = await subsetFont(await readFile(resolver.resolve(path)), charactersOf(ranges), {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  });
  const data = face.toString('base64');
  return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/ttf;base64,${data}) format('truetype');unicode-range:${unicodeRange(ranges)}}`;
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
