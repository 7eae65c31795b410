import { readFileSync } from 'node:fs';
import type { PlaceStyle } from '@coulisse/templates/place';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';
import { latinFontFile } from '../rendering/product-fonts';
import { FontOutlines } from './font-outlines';

/** A glyph of a text and the space that is added after it, in thousandths of the size. */
export interface ShapedGlyph {
  readonly id: number;
  readonly kerning: number;
}
export interface ShapedText {
  readonly glyphs: readonly ShapedGlyph[];
  /** In thousandths of the size. */
  readonly width: number;
}
interface KnownGlyph {
  readonly id: number;
  readonly advance: number;
}

const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
/** What is written on tickets: a text with another character is printed by the browser. */
export const STAMPED_CHARACTERS = `${range(0x20, 0x7e)}\u00a0${range(0xa1, 0xac)}${range(0xae, 0xff)}ŒœŸ\u2009\u202f–—‘’“”…•€`;

/** The script of every pair, as in a browser: for digits alone the library would apply the kerning twice. */
const LATIN = 'latn';
const ONLY_KERNING = { liga: false, clig: false, calt: false, kern: true };

/** One weight of a typeface of the product, with the characters of tickets. */
export class Typeface {
  private readonly glyphs = new Map<string, KnownGlyph | null>();
  private readonly pairs = new Map<string, number>();
  private readonly scale: number;

  private constructor(
    /** In the names of fonts of a file. */
    readonly name: string,
    private readonly font: fontkit.Font,
    readonly outlines: FontOutlines,
  ) {
    this.scale = 1000 / font.unitsPerEm;
  }

  static async read(family: PlaceStyle['font'], weight: number): Promise<Typeface> {
    const source = readFileSync(latinFontFile(family));
    const options = {
      targetFormat: 'truetype',
      variationAxes: { wght: weight },
      noLayoutClosure: true,
    } as const;
    const [kerned, bare] = [
      await subsetFont(source, STAMPED_CHARACTERS, { ...options, keepFeatures: ['kern'] }),
      await subsetFont(source, STAMPED_CHARACTERS, { ...options, keepFeatures: [] }),
    ];
    return new Typeface(`${family}-${weight}`, fontkit.create(kerned), FontOutlines.read(bare));
  }

  /** The characters of its glyphs, in the order of these. Of two characters with one glyph, the first. */
  get characters(): { id: number; character: number }[] {
    const characters = new Map<number, number>();
    for (const text of STAMPED_CHARACTERS) {
      const glyph = this.glyph(text);
      if (glyph && !characters.has(glyph.id)) characters.set(glyph.id, text.codePointAt(0)!);
    }
    return [...characters].map(([id, character]) => ({ id, character })).sort((a, b) => a.id - b.id);
  }

  /** The glyphs of a line; null when the typeface lacks one of its characters. */
  shape(text: string): ShapedText | null {
    const characters = [...text];
    const glyphs: ShapedGlyph[] = [];
    let width = 0;
    for (const [index, character] of characters.entries()) {
      const glyph = this.glyph(character);
      if (!glyph) return null;
      const following = characters[index + 1];
      const kerning =
        following === undefined || !this.glyph(following) ? 0 : this.kerning(character, following);
      glyphs.push({ id: glyph.id, kerning });
      width += glyph.advance + kerning;
    }
    return { glyphs, width };
  }

  private glyph(character: string): KnownGlyph | null {
    const earlier = this.glyphs.get(character);
    if (earlier !== undefined) return earlier;
    const point = character.codePointAt(0)!;
    const isThere = STAMPED_CHARACTERS.includes(character) && this.font.hasGlyphForCodePoint(point);
    const found = isThere ? this.font.glyphForCodePoint(point) : null;
    const glyph = found && { id: found.id, advance: found.advanceWidth * this.scale };
    // At most one entry for each character: others are not remembered.
    if (glyph) this.glyphs.set(character, glyph);
    return glyph;
  }

  /** Of two characters of the typeface: the number of pairs is limited by the number of its characters. */
  private kerning(left: string, right: string): number {
    const pair = left + right;
    const earlier = this.pairs.get(pair);
    if (earlier !== undefined) return earlier;
    const { glyphs, positions } = this.font.layout(pair, ONLY_KERNING, LATIN);
    const kerning = (positions[0]!.xAdvance - glyphs[0]!.advanceWidth) * this.scale;
    this.pairs.set(pair, kerning);
    return kerning;
  }
}

/** The typefaces that were needed so far: two families with nine weights each at most. */
export class Typefaces {
  private readonly read = new Map<string, Promise<Typeface>>();

  get({ font, weight }: Pick<PlaceStyle, 'font' | 'weight'>): Promise<Typeface> {
    const key = typefaceKey({ font, weight });
    let typeface = this.read.get(key);
    if (!typeface) {
      typeface = Typeface.read(font, weight);
      this.read.set(key, typeface);
      typeface.catch(() => this.read.delete(key));
    }
    return typeface;
  }
}

export const typefaceKey = ({ font, weight }: Pick<PlaceStyle, 'font' | 'weight'>): string =>
  `${font} ${weight}`;
