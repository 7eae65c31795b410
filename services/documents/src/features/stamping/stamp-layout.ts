import { deflateSync } from 'node:zlib';
import type { Place } from '@coulisse/templates/place';
import { qrCodeRuns, type DarkRun } from '@coulisse/templates/qr-code';
import type { PreparedLayout, QrCodeSlot, TextSlot } from './prepared-layout';
import type { ShapedText, Typeface } from './typeface';

interface NumberedObject {
  readonly number: number;
  readonly body: Buffer;
}

/** A line may be wider than its place by what browsers round. */
const ROUNDING = 0.02;

const tenth = (value: number): string => String(Math.round(value * 10) / 10);
const decimal = (value: number): string => String(Math.round(value * 1000) / 1000);
/** Multiplied by the modules of a side, it is as exact as a coordinate. */
const factor = (value: number): string => String(Math.round(value * 1_000_000) / 1_000_000);

/** HTML shows a run of spaces as one, and none at the ends of a line. */
const asShown = (text: string): string => text.replace(/[ \t\n\r\f]+/g, ' ').replace(/^ | $/g, '');

/**
 * The document with these contents, or null when one of them has to be laid out by the browser: it does not fit its
 * place or has a character that the typeface lacks. The layout itself is not changed: what is written is appended, as
 * the format foresees for later versions of a file.
 */
export function stampLayout(layout: PreparedLayout, contents: readonly Place[]): Buffer | null {
  if (contents.length !== layout.slots.length) throw new Error('a layout has a slot for each place');
  const objects: NumberedObject[] = [];
  const shown = new Map<Typeface, Set<number>>(layout.typefaces.map(({ typeface }) => [typeface, new Set()]));
  for (const [index, slot] of layout.slots.entries()) {
    const place = contents[index]!;
    if (place.kind !== slot.kind) throw new Error(`place ${index} is not what its slot is for`);
    const body =
      slot.kind === 'text' ? textObject(slot, place.value, shown) : qrCodeObject(slot, place.value);
    if (!body) return null;
    objects.push({ number: slot.object, body });
  }
  for (const { typeface, object } of layout.typefaces)
    objects.push({ number: object, body: outlinesObject(typeface, shown.get(typeface)!) });
  return withObjects(layout, objects);
}

function textObject(slot: TextSlot, value: string, shown: ReadonlyMap<Typeface, Set<number>>): Buffer | null {
  const shaped = slot.typeface.shape(asShown(value));
  if (!shaped) return null;
  const width = (shaped.width * slot.size) / 1000;
  const room = slot.right - slot.left;
  if (width > room + ROUNDING) return null;
  if (shaped.glyphs.length === 0) return drawing(Buffer.alloc(0), '<<>>', [0, 0, 0, 0]);
  const glyphs = shown.get(slot.typeface)!;
  for (const { id } of shaped.glyphs) glyphs.add(id);
  const before = { left: 0, center: (room - width) / 2, right: room - width }[slot.align];
  const matrix = `1 0 0 -1 ${decimal(slot.left + before)} ${decimal(slot.baseline)}`;
  return drawing(
    Buffer.from(`BT /F ${decimal(slot.size)} Tf ${matrix} Tm ${shownText(shaped)} TJ ET`, 'latin1'),
    `<</Font <</F ${slot.font} 0 R>>>>`,
    around(slot),
  );
}

/** Glyphs with what is between them, which PDF counts to the left. */
function shownText({ glyphs }: ShapedText): string {
  let text = '';
  let run = '';
  for (const { id, kerning } of glyphs) {
    run += id.toString(16).padStart(4, '0');
    if (kerning === 0) continue;
    text += `<${run}>${tenth(-kerning)}`;
    run = '';
  }
  return `[${text}${run === '' ? '' : `<${run}>`}]`;
}

function qrCodeObject({ left, top, width, height }: QrCodeSlot, value: string): Buffer {
  const { size, runs } = qrCodeRuns(value);
  const scale = `${factor(width / size)} 0 0 ${factor(height / size)} ${decimal(left)} ${decimal(top)} cm`;
  const operators = Buffer.concat([Buffer.from(`0 g ${scale} `), rectangles(runs), FILL]);
  return drawing(operators, '<<>>', [left, top, left + width, top + height]);
}

const FILL = Buffer.from('f');
/** What ends a rectangle: its height, a module, and its operator. */
const RECTANGLE = Buffer.from('1 re ');
/** Numbers of a QR code have three digits at most. */
const LONGEST_NUMBER = '177 '.length;

/**
 * Runs of modules as one path that is filled at once. Modules are the unit of the coordinates: short numbers. Written
 * byte by byte, a code takes a quarter of the time that it takes as text.
 */
function rectangles(runs: readonly DarkRun[]): Buffer {
  const bytes = Buffer.allocUnsafe(runs.length * (3 * LONGEST_NUMBER + RECTANGLE.length));
  let end = 0;
  const write = (value: number): void => {
    if (value >= 100) bytes[end++] = DIGIT + Math.floor(value / 100);
    if (value >= 10) bytes[end++] = DIGIT + (Math.floor(value / 10) % 10);
    bytes[end++] = DIGIT + (value % 10);
    bytes[end++] = SPACE;
  };
  for (const { x, y, length } of runs) {
    write(x);
    write(y);
    write(length);
    end += RECTANGLE.copy(bytes, end);
  }
  return bytes.subarray(0, end);
}
const [DIGIT, SPACE] = [0x30, 0x20];

/** Shorter ones are not compressed: it would not make them smaller. */
const COMPRESSED = 400;

/** What a drawing is clipped to. On the thirtieth page of a document, coordinates are greater than thirty thousand. */
type Box = readonly [left: number, top: number, right: number, bottom: number];

/** No letter, with its accents, is further from its line than twice its size. */
const around = ({ left, right, baseline, size }: TextSlot): Box => [
  left - 2 * size,
  baseline - 2 * size,
  right + 2 * size,
  baseline + 2 * size,
];

function drawing(bytes: Buffer, resources: string, [left, top, right, bottom]: Box): Buffer {
  const box = [Math.floor(left), Math.floor(top), Math.ceil(right), Math.ceil(bottom)].join(' ');
  const form = `/Subtype /Form /BBox [${box}] /Resources ${resources}`;
  return bytes.length < COMPRESSED ? stream(form, bytes) : compressed(form, bytes);
}

function outlinesObject(typeface: Typeface, glyphs: ReadonlySet<number>): Buffer {
  const font = typeface.outlines.withGlyphs(glyphs);
  return compressed(`/Length1 ${font.length}`, font);
}

/**
 * A tenth larger than with the usual level, in a fifth of its time. Each compression reserves its tables, 64 kB here and
 * 270 usually, which makes V8 collect sooner.
 */
const COMPRESSION = { level: 3, windowBits: 13, memLevel: 6 };

const compressed = (entries: string, bytes: Buffer): Buffer =>
  stream(`${entries} /Filter /FlateDecode`, deflateSync(bytes, COMPRESSION));

const stream = (entries: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<<${entries} /Length ${bytes.length}>>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);

/** Bytes of a row in the table of objects: what it is, where, and its generation. */
const [KIND, OFFSET, GENERATION] = [1, 4, 1];
const ROW = KIND + OFFSET + GENERATION;
const IN_USE = 1;

/** Appends objects, whose numbers follow one another, with a table of their offsets, which is an object too. */
function withObjects({ pdf, trailer }: PreparedLayout, objects: readonly NumberedObject[]): Buffer {
  const parts: Buffer[] = [pdf];
  const rows = Buffer.alloc((objects.length + 1) * ROW);
  let offset = pdf.length;
  const append = (part: Buffer): void => {
    parts.push(part);
    offset += part.length;
  };
  const addRow = (index: number): void => {
    rows.writeUInt8(IN_USE, index * ROW);
    rows.writeUInt32BE(offset, index * ROW + KIND);
  };
  for (const [index, { number, body }] of objects.entries()) {
    addRow(index);
    append(Buffer.from(`${number} 0 obj\n`));
    append(body);
    append(END_OF_OBJECT);
  }
  const start = offset;
  addRow(objects.length);
  const { root, info, size, startxref } = trailer;
  const range = `${objects[0]?.number ?? 0} ${objects.length} ${size} 1`;
  const entries = `/Type /XRef /W [${KIND} ${OFFSET} ${GENERATION}] /Index [${range}] /Size ${size + 1} /Root ${root}`;
  append(Buffer.from(`${size} 0 obj\n`));
  append(stream(`${entries}${info === null ? '' : ` /Info ${info}`} /Prev ${startxref}`, rows));
  parts.push(END_OF_OBJECT, Buffer.from(`startxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}
const END_OF_OBJECT = Buffer.from('\nendobj\n');
