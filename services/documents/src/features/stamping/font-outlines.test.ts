import * as fontkit from 'fontkit';
import { Typefaces } from './typeface';

const glyphsOf = async (text: string) => {
  const typeface = await new Typefaces().get({ font: 'Fraunces', weight: 600 });
  const ids = typeface.shape(text)!.glyphs.map(({ id }) => id);
  return { typeface, ids, part: typeface.outlines.withGlyphs(new Set(ids)) };
};
/** Outline of a glyph; nothing reads the number of a glyph from a font without its tables for characters. */
const outlineOf = (font: Buffer, id: number): string =>
  (fontkit.create(font) as unknown as { getGlyph(id: number): { path: { toSVG(): string } } })
    .getGlyph(id)
    .path.toSVG();

test('a part of a font has the outlines of its glyphs, accents too, and no others', async () => {
  const { typeface, ids, part } = await glyphsOf('Rang É, Œuvre');
  const all = typeface.outlines.withGlyphs(typeface.characters.map(({ id }) => id));
  expect(part.length).toBeLessThan(all.length / 3);
  for (const id of ids) expect(outlineOf(part, id)).toBe(outlineOf(all, id));
  const other = typeface.shape('K')!.glyphs[0]!.id;
  expect(outlineOf(all, other)).not.toBe('');
  expect(outlineOf(part, other)).toBe('');
});

test('the sums of its tables and of the whole are right', async () => {
  const { part } = await glyphsOf('A1');
  const sum = (from: number, to: number): number => {
    let total = 0;
    for (let at = from; at < to; at += 4) total = (total + part.readUInt32BE(at)) >>> 0;
    return total;
  };
  expect(sum(0, part.length)).toBe(0xb1b0afba);
  for (let index = 0; index < part.readUInt16BE(4); index++) {
    const record = 12 + index * 16;
    if (part.toString('latin1', record, record + 4) === 'head') continue;
    const start = part.readUInt32BE(record + 8);
    const end = start + ((part.readUInt32BE(record + 12) + 3) & ~3);
    expect(sum(start, end)).toBe(part.readUInt32BE(record + 4));
  }
});
