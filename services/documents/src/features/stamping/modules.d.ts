/** The parts of two libraries without types that stamping uses. */
declare module 'fontkit' {
  export interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
  }
  export interface GlyphRun {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly {
      readonly xAdvance: number;
      readonly xOffset: number;
      readonly yOffset: number;
    }[];
  }
  export interface Font {
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    layout(text: string, features?: Readonly<Record<string, boolean>>, script?: string): GlyphRun;
  }
  export function create(bytes: Uint8Array): Font;
}
declare module 'subset-font' {
  interface Options {
    readonly targetFormat?: 'truetype' | 'sfnt' | 'woff' | 'woff2';
    readonly variationAxes?: Readonly<Record<string, number>>;
    readonly noLayoutClosure?: boolean;
    readonly keepFeatures?: readonly string[];
  }
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
