import { type PDFDocument, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import type { Typeface } from './typeface';

const tenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * Describes a typeface in a file: its widths, and the characters of its glyphs for those who copy or read aloud. Its
 * outlines are an object that the file may not have yet. Returns the object of the font, which texts name.
 */
export function embedTypeface(pdf: PDFDocument, typeface: Typeface, outlines: PDFRef): number {
  const { context } = pdf;
  const { unitsPerEm, box, ascent, descent, advances } = typeface.outlines.measures;
  const scaled = (value: number): number => tenth((value * 1000) / unitsPerEm);
  // Six letters and a plus say that the file has some of its glyphs.
  const baseFont = PDFName.of(`STAMPS+${typeface.name}`);
  const descriptor = context.register(
    context.obj({
      ...{ Type: 'FontDescriptor', FontName: baseFont, FontFile2: outlines, FontBBox: box.map(scaled) },
      ...{ Flags: 4, ItalicAngle: 0, StemV: 80 },
      ...{ Ascent: scaled(ascent), Descent: scaled(descent), CapHeight: scaled(ascent) },
    }),
  );
  const glyphs = context.register(
    context.obj({
      ...{ Type: 'Font', Subtype: 'CIDFontType2', BaseFont: baseFont, FontDescriptor: descriptor },
      ...{ CIDToGIDMap: 'Identity', DW: 0, W: [0, advances.map(scaled)] },
      CIDSystemInfo: {
        ...{ Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      },
    }),
  );
  const font = context.register(
    context.obj({
      ...{ Type: 'Font', Subtype: 'Type0', BaseFont: baseFont, Encoding: 'Identity-H' },
      ...{
        DescendantFonts: [glyphs],
        ToUnicode: context.register(context.flateStream(charactersOf(typeface))),
      },
    }),
  );
  return font.objectNumber;
}

const fourDigits = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
/** A section of such a table has 100 entries at most. */
const ENTRIES = 100;

interface CharacterRange {
  readonly first: number;
  readonly character: number;
  last: number;
}

/** Glyphs in a row whose characters are in a row too. */
function characterRanges({ characters }: Typeface): CharacterRange[] {
  const ranges: CharacterRange[] = [];
  for (const { id, character } of characters) {
    const before = ranges.at(-1);
    const isNext =
      before?.last === id - 1 && before.character + id - before.first === character && (id & 0xff) !== 0;
    if (isNext) before.last = id;
    else ranges.push({ first: id, last: id, character });
  }
  return ranges;
}

function charactersOf(typeface: Typeface): string {
  const rows = characterRanges(typeface).map(
    ({ first, last, character }) => `<${fourDigits(first)}> <${fourDigits(last)}> <${fourDigits(character)}>`,
  );
  const sections: string[] = [];
  for (let at = 0; at < rows.length; at += ENTRIES) {
    const section = rows.slice(at, at + ENTRIES);
    sections.push(`${section.length} beginbfrange\n${section.join('\n')}\nendbfrange`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...sections,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
