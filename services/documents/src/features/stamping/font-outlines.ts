/** Tables of a TrueType font that a PDF needs; the others are for browsers and editors. */
const TABLES = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];
const REQUIRED = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];
const [HEADER, RECORD] = [12, 16];
const CHECKSUM_OF_FONT = 0xb1b0afba;
/** Offsets in `head`, and in a glyph that is made of others. */
const [ADJUSTMENT, LOCA_FORMAT] = [8, 50];
const COMPONENTS = 10;
const FLAG = { words: 0x01, scale: 0x08, more: 0x20, twoScales: 0x40, matrix: 0x80 };

/** Measures of a font, in its own units. */
export interface FontMeasures {
  readonly unitsPerEm: number;
  readonly box: readonly [number, number, number, number];
  readonly ascent: number;
  readonly descent: number;
  readonly advances: readonly number[];
}

/** The outlines of a TrueType font, of which a document contains those that it shows. */
export class FontOutlines {
  readonly measures: FontMeasures;
  private readonly offsets: readonly number[];
  private readonly closures = new Map<number, readonly number[]>();

  private constructor(private readonly tables: ReadonlyMap<string, Buffer>) {
    const [head, hhea, maxp] = [this.table('head'), this.table('hhea'), this.table('maxp')];
    const glyphs = maxp.readUInt16BE(4);
    const loca = this.table('loca');
    const isLong = head.readInt16BE(LOCA_FORMAT) === 1;
    this.offsets = Array.from({ length: glyphs + 1 }, (_, id) =>
      isLong ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2,
    );
    const full = hhea.readUInt16BE(34);
    this.measures = {
      unitsPerEm: head.readUInt16BE(18),
      box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
      ascent: hhea.readInt16BE(4),
      descent: hhea.readInt16BE(6),
      advances: Array.from({ length: glyphs }, (_, id) =>
        this.table('hmtx').readUInt16BE(Math.min(id, full - 1) * 4),
      ),
    };
  }

  static read(font: Buffer): FontOutlines {
    const tables = new Map<string, Buffer>();
    for (let index = 0; index < font.readUInt16BE(4); index++) {
      const record = HEADER + index * RECORD;
      const tag = font.toString('latin1', record, record + 4);
      const start = font.readUInt32BE(record + 8);
      if (TABLES.includes(tag)) tables.set(tag, font.subarray(start, start + font.readUInt32BE(record + 12)));
    }
    const missing = REQUIRED.filter((tag) => !tables.has(tag));
    if (missing.length > 0) throw new Error(`a font has no ${missing.join(', ')}`);
    return new FontOutlines(tables);
  }

  /** The font with these glyphs alone. They have the numbers that they have in the whole font. */
  withGlyphs(ids: Iterable<number>): Buffer {
    const shown = new Set([0]);
    for (const id of ids) for (const part of this.closure(id)) shown.add(part);
    const used = [...shown].sort((a, b) => a - b);
    const { glyf, loca } = this.outlinesOf(used);
    const head = Buffer.from(this.table('head'));
    head.writeUInt32BE(0, ADJUSTMENT);
    // Offsets of two bytes, which count in pairs of bytes; the outlines of a document are far from their limit.
    head.writeInt16BE(0, LOCA_FORMAT);
    const changed = new Map([
      ['glyf', glyf],
      ['loca', loca],
      ['hmtx', this.metricsOf(used)],
      ['head', head],
    ]);
    return assembled([...this.tables].map(([tag, table]) => [tag, changed.get(tag) ?? table]));
  }

  private table(tag: string): Buffer {
    return this.tables.get(tag)!;
  }

  private outlinesOf(used: readonly number[]): { glyf: Buffer; loca: Buffer } {
    const parts: Buffer[] = [];
    const loca = Buffer.alloc(this.offsets.length * 2);
    let [end, next] = [0, 0];
    for (let id = 0; id < this.offsets.length; id++) {
      loca.writeUInt16BE(end / 2, id * 2);
      if (used[next] !== id) continue;
      next++;
      const outline = this.outline(id);
      parts.push(outline);
      end += outline.length;
      if (outline.length % 2 === 0) continue;
      parts.push(Buffer.alloc(1));
      end++;
    }
    return { glyf: Buffer.concat(parts), loca };
  }

  /** Of glyphs that are not there, zero: it compresses better. */
  private metricsOf(used: readonly number[]): Buffer {
    const hmtx = this.table('hmtx');
    const full = this.table('hhea').readUInt16BE(34);
    const metrics = Buffer.alloc(hmtx.length);
    for (const id of used) {
      const [from, size] = id < full ? [id * 4, 4] : [full * 4 + (id - full) * 2, 2];
      hmtx.copy(metrics, from, from, from + size);
    }
    // Glyphs beyond the full metrics have the width of the last one.
    hmtx.copy(metrics, (full - 1) * 4, (full - 1) * 4, full * 4);
    return metrics;
  }

  private outline(id: number): Buffer {
    return this.table('glyf').subarray(this.offsets[id], this.offsets[id + 1]);
  }

  /** A glyph and those that it is made of. */
  private closure(id: number): readonly number[] {
    const earlier = this.closures.get(id);
    if (earlier) return earlier;
    const closure = [id, ...componentsOf(this.outline(id)).flatMap((part) => this.closure(part))];
    this.closures.set(id, closure);
    return closure;
  }
}

function componentsOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const components: number[] = [];
  for (let at = COMPONENTS, flags: number = FLAG.more; flags & FLAG.more;) {
    flags = outline.readUInt16BE(at);
    components.push(outline.readUInt16BE(at + 2));
    at += 4 + (flags & FLAG.words ? 4 : 2);
    if (flags & FLAG.scale) at += 2;
    else if (flags & FLAG.twoScales) at += 4;
    else if (flags & FLAG.matrix) at += 8;
  }
  return components;
}

const padded = (length: number): number => (length + 3) & ~3;

/** A font file of these tables, which are in the order of their names. */
function assembled(tables: readonly (readonly [tag: string, table: Buffer])[]): Buffer {
  const count = tables.length;
  const start = HEADER + count * RECORD;
  const font = Buffer.alloc(tables.reduce((size, [, table]) => size + padded(table.length), start));
  const power = 2 ** Math.floor(Math.log2(count));
  font.writeUInt32BE(0x00010000, 0);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(power * RECORD, 6);
  font.writeUInt16BE(Math.log2(power), 8);
  font.writeUInt16BE((count - power) * RECORD, 10);
  let offset = start;
  let head = 0;
  for (const [index, [tag, table]] of tables.entries()) {
    const record = HEADER + index * RECORD;
    if (tag === 'head') head = offset;
    table.copy(font, offset);
    font.write(tag, record, 'latin1');
    font.writeUInt32BE(checksum(font, offset, offset + padded(table.length)), record + 4);
    font.writeUInt32BE(offset, record + 8);
    font.writeUInt32BE(table.length, record + 12);
    offset += padded(table.length);
  }
  font.writeUInt32BE((CHECKSUM_OF_FONT - checksum(font, 0, font.length)) >>> 0, head + ADJUSTMENT);
  return font;
}

function checksum(bytes: Buffer, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
