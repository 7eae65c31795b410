import { SEAT_SIZE } from '@coulisse/seat-plan';
import type { DocumentParty, DocumentRoom } from './plan-documents.types';
import { escaped } from './markup';

/** Room around the seats for names above the first and under the last ones. */
const MARGIN = 2 * SEAT_SIZE;

const turned = (degrees: number, x: number, y: number): string =>
  degrees ? ` transform="rotate(${degrees} ${x} ${y})"` : '';

/** Bounds of everything that is drawn. */
function frameOf({ seats, scene }: DocumentRoom) {
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

/** Seats that stand side by side in one row or at one table, of one party. */
interface Run {
  party: DocumentParty;
  x: number;
  y: number;
  count: number;
}

/** A name is written once for each row and each table at which a party sits, in the middle of its seats there. */
function runsOf(parties: readonly DocumentParty[], { seats }: DocumentRoom): Run[] {
  const seatById = new Map(seats.map((seat) => [seat.id, seat]));
  return parties.flatMap((party) => {
    const groups = new Map<string, { x: number; y: number }[]>();
    for (const { seatId, tableId } of party.places) {
      const seat = seatById.get(seatId);
      if (!seat) continue;
      const key = tableId ?? seat.row;
      groups.set(key, [...(groups.get(key) ?? []), seat]);
    }
    return [...groups.values()].map((points) => ({
      party,
      count: points.length,
      x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
      y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
    }));
  });
}

const LONGEST = 18;
/** By characters: half of an emoji cannot be drawn. */
const short = (name: string): string => {
  const characters = [...name];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : name;
};

/** The room with its tables, its seats and who sits where; `text` says the same for who hears the document. */
export function roomDrawing(room: DocumentRoom, parties: readonly DocumentParty[], text: string): string {
  const frame = frameOf(room);
  const taken = new Map(
    parties.flatMap((party) => party.places.map(({ seatId }) => [seatId, party.state] as const)),
  );
  const { tables, outlines, texts } = room.scene;
  const radius = SEAT_SIZE / 2 - 1;
  const drawnSeats = room.seats.map(({ id, x, y, number, color, isBlocked }) => {
    const state = taken.get(id);
    const look =
      state === 'VALIDATED'
        ? 'class="sold"'
        : state
          ? 'class="pending"'
          : isBlocked
            ? 'class="blocked"'
            : `class="free" style="stroke:${escaped(color)}"`;
    return (
      `<circle ${look} cx="${x}" cy="${y}" r="${radius}"/>` +
      `<text class="${state === 'VALIDATED' ? 'on-sold' : 'on-free'}" x="${x}" y="${y + radius / 3}">${escaped(number)}</text>`
    );
  });
  const drawnTables = tables.map(({ form, x, y, width, depth, rotation, label }) => {
    const top =
      form === 'ROUND'
        ? `<circle class="top" cx="${x}" cy="${y}" r="${width / 2}"/>`
        : `<rect class="top" x="${x - width / 2}" y="${y - depth / 2}" width="${width}" height="${depth}" rx="5"${turned(rotation, x, y)}/>`;
    return `${top}<text class="label" x="${x}" y="${y + 4}">${escaped(label)}</text>`;
  });
  const drawnOutlines = outlines.map(
    ({ points, isClosed }) =>
      `<path class="outline" d="M${points.map(({ x, y }) => `${x} ${y}`).join('L')}${isClosed ? 'Z' : ''}"/>`,
  );
  const drawnTexts = texts.map(
    ({ text: words, x, y, size, rotation }) =>
      `<text class="words" x="${x}" y="${y}" font-size="${size}"${turned(rotation, x, y)}>${escaped(words)}</text>`,
  );
  const names = runsOf(parties, room).map(({ party, x, y, count }) => {
    const words = `${short(party.customerName)} ${count}`;
    const width = words.length * 5.4 + 10;
    return (
      `<rect class="plate${party.state === 'VALIDATED' ? '' : ' is-pending'}" x="${x - width / 2}" y="${y - 8}" width="${width}" height="15" rx="7.5"/>` +
      `<text class="name" x="${x}" y="${y + 3}">${escaped(words)}</text>`
    );
  });
  const drawn = [...drawnOutlines, ...drawnTables, ...drawnTexts, ...drawnSeats, ...names];
  return `<svg role="img" aria-label="${escaped(text)}" viewBox="${frame.x} ${frame.y} ${frame.width} ${frame.height}">${drawn.join('')}</svg>`;
}
