import { deflateSync } from 'node:zlib';
import type { Place } from '@coulisse/templates/place';
import { qrCodeRuns } from '@coulisse/templates/qr-code';
import type { PreparedLayout, QrCodeSlot, TextSlot } from './prepared-layout';
import type { ShapedText } from './typeface';

/** A line may be wider than its place by what browsers round. */
const ROUNDING = 0.02;
const BOX = '[-20000 -20000 20000 20000]';

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
  const objects: { number: number; body: Buffer }[] = [];
  for (const [index, slot] of layout.slots.entries()) {
    const place = contents[index]!;
    if (place.kind !== slot.kind) throw new Error(`place ${index} is not what its slot is for`);
    const body = slot.kind === 'text' ? textObject(slot, place.value) : qrCodeObject(slot, place.value);
    if (!body) return null;
    objects.push({ number: slot.object, body });
  }
  return withObjects(layout, objects);
}

function textObject(slot: TextSlot, value: string): Buffer | null {
  const shaped = slot.typeface.shape(asShown(value));
  if (!shaped) return null;
  const width = (shaped.width * slot.size) / 1000;
  const room = slot.right - slot.left;
  if (width > room + ROUNDING) return null;
  const before = { left: 0, center: (room - width) / 2, right: room - width }[slot.align];
  const operators =
    shaped.glyphs.length === 0
      ? ''
      : `BT /F ${decimal(slot.size)} Tf 1 0 0 -1 ${decimal(slot.left + before)} ${decimal(slot.baseline)} Tm ${shownText(shaped)} TJ ET`;
  return drawing(operators, `<</Font <</F ${slot.font} 0 R>>>>`);
}

/** Glyphs with what is between them, which PDF counts to the left. */
function shownText({ glyphs }: ShapedText): string {
  let text = '';
  let run = '';
  for (const { id, kerning } of glyphs) {
    run += id.toString(16).padStart(4, '0');
    if (kerning === 0) continue;
    text += `<${run}>${decimal(-kerning)}`;
    run = '';
  }
  return `[${text}${run === '' ? '' : `<${run}>`}]`;
}

function qrCodeObject({ left, top, width, height }: QrCodeSlot, value: string): Buffer {
  const { size, runs } = qrCodeRuns(value);
  // Modules are the unit of the coordinates: short numbers, one path that is filled at once.
  const rectangles = runs.map((run) => `${run.x} ${run.y} ${run.length} 1 re`).join(' ');
  const scale = `${factor(width / size)} 0 0 ${factor(height / size)} ${decimal(left)} ${decimal(top)} cm`;
  return drawing(`0 g ${scale} ${rectangles} f`, '<<>>');
}

function drawing(operators: string, resources: string): Buffer {
  const stream = deflateSync(Buffer.from(operators, 'latin1'));
  return Buffer.concat([
    Buffer.from(
      `<</Type /XObject /Subtype /Form /BBox ${BOX} /Resources ${resources} /Filter /FlateDecode /Length ${stream.length}>>\nstream\n`,
      'latin1',
    ),
    stream,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

/** Appends objects, whose numbers follow one another, with a table of their offsets. */
function withObjects(
  { pdf, trailer }: PreparedLayout,
  objects: readonly { readonly number: number; readonly body: Buffer }[],
): Buffer {
  const parts: Buffer[] = [pdf];
  let offset = pdf.length;
  const offsets = objects.map(({ number, body }) => {
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    const start = offset;
    parts.push(part);
    offset += part.length;
    return start;
  });
  const first = objects[0]?.number ?? 0;
  const rows = offsets.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const info = trailer.info === null ? '' : ` /Info ${trailer.info}`;
  parts.push(
    Buffer.from(
      `xref\n${first} ${objects.length}\n${rows}trailer\n<</Size ${trailer.size} /Root ${trailer.root}${info} /Prev ${trailer.startxref}>>\nstartxref\n${offset}\n%%EOF\n`,
      'latin1',
    ),
  );
  return Buffer.concat(parts);
}
