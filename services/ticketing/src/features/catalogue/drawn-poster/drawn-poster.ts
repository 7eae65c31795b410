import { createHash } from 'node:crypto';
import { motifOf } from './motifs';
import { paletteOf } from './palette';
import { LEADING, titleLines } from './title-lines';

export interface PosterSubject {
  name: string;
  genre: string | null;
  color: string | null;
}

const WIDTH = 300;
const HEIGHT = 400;
const MARGIN = 24;
/** Where the drawing ends and the title begins. */
const HORIZON = 262;

/** Control characters and halves of characters, which XML does not allow. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The poster of a show that has none of its own, as SVG: the same show always has the same one. */
export function drawnPoster({ name, genre, color }: PosterSubject): string {
  const title = name.replace(FORBIDDEN, ' ').trim();
  const seed = createHash('sha256').update(title).digest().readUInt32BE();
  const palette = paletteOf(color, seed);
  const motif = motifOf(genre, seed)(palette, randomFrom(seed));
  const { size, lines } = titleLines(title, WIDTH - 2 * MARGIN, HEIGHT - HORIZON - MARGIN);
  const leading = size * LEADING;
  const first = HORIZON + (HEIGHT - HORIZON - leading * lines.length) / 2 + size * 0.82;
  const text = lines
    .map(
      ({ text: line, width }, index) =>
        `<text x="${WIDTH / 2}" y="${Math.round(first + index * leading)}" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escapeXml(line)}</text>`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${palette.ground}"/><svg width="${WIDTH}" height="${HORIZON}" viewBox="0 0 ${WIDTH} ${HORIZON}">${motif}</svg><rect y="${HORIZON}" width="${WIDTH}" height="4" fill="${palette.accent}"/><g fill="${palette.paper}" font-family="Fraunces,Georgia,'Times New Roman',serif" font-weight="700" font-size="${size}" text-anchor="middle">${text}</g></svg>`;
}

/** Names a drawing in its address: another drawing has another one. */
export const digestOf = (drawing: string): string =>
  createHash('sha256').update(drawing).digest('base64url').slice(0, 16);
