import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const resolver = createRequire(__filename);

interface Face {
  family: string;
  file: string;
  /** `unicode-range` of the file; for other characters the browser uses the next face. */
  range: string;
}

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
const LATIN_EXT =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

const FACES: Face[] = ['Fraunces', 'Inter'].flatMap((family) => {
  const name = family.toLowerCase();
  const file = (subset: string): string =>
    `@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`;
  return [
    { family, file: file('latin'), range: LATIN },
    { family, file: file('latin-ext'), range: LATIN_EXT },
  ];
});

let rules: string | null = null;

/** The file with the Latin letters of a typeface, in all weights. */
export function latinFontFile(family: string): string {
  const face = FACES.find((candidate) => candidate.family === family && candidate.range === LATIN);
  if (!face) throw new Error(`${family} is no typeface of the product`);
  return resolver.resolve(face.file);
}

/** The product's two typefaces, which every page may use, as `data:` rules: the printed page cannot fetch anything. Read once. */
export function fontFaces(): string {
  rules ??= FACES.map(({ family, file, range }) => {
    const data = readFileSync(resolver.resolve(file)).toString('base64');
    return `@font-face{font-family:'${family}';font-weight:100 900;src:url(data:font/woff2;base64,${data}) format('woff2');unicode-range:${range}}`;
  }).join('\n');
  return rules;
}
