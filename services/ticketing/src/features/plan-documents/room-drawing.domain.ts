import { type PlanScene, SEAT_SIZE } from '@coulisse/seat-plan';
import { textWidth } from '../drawn-text';
import { escaped } from './markup';
import type { DocumentParty, DocumentRoom, DocumentSeat } from './plan-documents.types';
import { tableLines, textRotation, type TableParty } from './table-lines.domain';

/** Room around what is drawn. */
const MARGIN = 4;

const turned = (degrees: number, x: number, y: number): string =>
  degrees ? ` transform="rotate(${degrees} ${x} ${y})"` : '';

/** Bounds of everything that is drawn. */
export function frameOf({ seats, scene }: DocumentRoom) {
  const points = [
    ...seats.map(({ x, y }) => ({ x, y, reach: SEAT_SIZE / 2 })),
    ...scene.tables.map(({ x, y, width, depth }) => ({ x, y, reach: Math.max(width, depth) / 2 })),
    ...scene.outlines.flatMap(({ points: corners }) => corners.map((corner) => ({ ...corner, reach: 0 }))),
    ...scene.texts.map(({ x, y, size }) => ({ x, y, reach: 2 * size })),
  ];
  if (points.length === 0) return { x: 0, y: 0, width: 100, height: 60 };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, reach } of points) {
    left = Math.min(left, x - reach);
    top = Math.min(top, y - reach);
    right = Math.max(right, x + reach);
    bottom = Math.max(bottom, y + reach);
  }
  return {
    x: left - MARGIN,
    y: top - MARGIN,
    width: right - left + 2 * MARGIN,
    height: bottom - top + 2 * MARGIN,
  };
}

/** Parties at each table, in the order of their numbers. */
function partiesByTable(parties: readonly DocumentParty[]): ReadonlyMap<string, TableParty[]> {
  const byTable = new Map<string, TableParty[]>();
  for (const [index, { shortName, places }] of parties.entries()) {
    const counts = new Map<string, number>();
    for (const { tableId } of places)
      if (tableId !== null) counts.set(tableId, (counts.get(tableId) ?? 0) + 1);
    for (const [tableId, count] of counts)
      byTable.set(tableId, [...(byTable.get(tableId) ?? []), { number: index + 1, name: shortName, count }]);
  }
  return byTable;
}

/** From the middle of a line of text to its baseline, in parts of its size. */
const CAPITALS = 0.36;

const RADIUS = SEAT_SIZE / 2 - 1;
const [LARGEST_NUMBER, WIDTH_OF_NUMBER] = [8, 1.75 * RADIUS];

/** A number in a seat, small enough for it. */
function numberMarkup(text: string, { x, y }: DocumentSeat, look: string): string {
  const size = Math.min(LARGEST_NUMBER, WIDTH_OF_NUMBER / textWidth(text, 1));
  return `<text class="${look}" x="${x}" y="${y + size * CAPITALS}" font-size="${size.toFixed(1)}">${escaped(text)}</text>`;
}

function tableMarkup(table: PlanScene['tables'][number], parties: readonly TableParty[]): string {
  const { form, x, y, width, depth, rotation, label } = table;
  const top =
    form === 'ROUND'
      ? `<circle class="top" cx="${x}" cy="${y}" r="${width / 2}"/>`
      : `<rect class="top" x="${x - width / 2}" y="${y - depth / 2}" width="${width}" height="${depth}" rx="5"${turned(rotation, x, y)}/>`;
  const lines = tableLines(table, label, parties).map(
    ({ text, y: middle, size, isLabel }) =>
      `<text class="${isLabel ? 'label' : 'name'}" x="${x}" y="${(y + middle + size * CAPITALS).toFixed(1)}" font-size="${size}">${escaped(text)}</text>`,
  );
  return `${top}<g${turned(textRotation(table), x, y)}>${lines.join('')}</g>`;
}

/** The room with its tables, its seats and who sits where; `text` says the same for who hears the document. */
export function roomDrawing(room: DocumentRoom, parties: readonly DocumentParty[], text: string): string {
  const frame = frameOf(room);
  const taken = new Map(
    parties.flatMap(({ places, state }, index) =>
      places.map(({ seatId }) => [seatId, { state, number: String(index + 1) }] as const),
    ),
  );
  const byTable = partiesByTable(parties);
  const { tables, outlines, texts } = room.scene;
  // A seat that is taken has the number of its party in the list, and another one its own.
  const drawnSeats = room.seats.map((seat) => {
    const { id, x, y, number, color, isBlocked } = seat;
    const party = taken.get(id);
    const look = party
      ? `class="${party.state === 'VALIDATED' ? 'sold' : 'pending'}"`
      : isBlocked
        ? 'class="blocked"'
        : `class="free" style="stroke:${escaped(color)}"`;
    const lookOfNumber = party ? (party.state === 'VALIDATED' ? 'on-sold' : 'on-pending') : 'on-free';
    return (
      `<circle ${look} cx="${x}" cy="${y}" r="${RADIUS}"/>` +
      numberMarkup(party?.number ?? number, seat, lookOfNumber)
    );
  });
  const drawnTables = tables.map((table) => tableMarkup(table, byTable.get(table.id) ?? []));
  const drawnOutlines = outlines.map(
    ({ points, isClosed }) =>
      `<path class="outline" d="M${points.map(({ x, y }) => `${x} ${y}`).join('L')}${isClosed ? 'Z' : ''}"/>`,
  );
  const drawnTexts = texts.map(
    ({ text: words, x, y, size, rotation }) =>
      `<text class="words" x="${x}" y="${y}" font-size="${size}"${turned(rotation, x, y)}>${escaped(words)}</text>`,
  );
  const drawn = [...drawnOutlines, ...drawnTables, ...drawnTexts, ...drawnSeats];
  return `<svg role="img" aria-label="${escaped(text)}" preserveAspectRatio="xMidYMin meet" viewBox="${frame.x} ${frame.y} ${frame.width} ${frame.height}">${drawn.join('')}</svg>`;
}
