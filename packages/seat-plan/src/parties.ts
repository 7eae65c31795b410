import { SEAT_SIZE } from './geometry';
import { escape, shapeMarkup, type DrawnSeat } from './markup';
import { consecutiveRuns } from './seats';
import { showMarkup } from './show-markup';
import { svgElement } from './svg-element';
import './parties.css';

/** How a party is drawn: who has paid, who has not, where somebody would sit, and where they sit until then. */
export type PartyLook = 'sold' | 'pending' | 'proposal' | 'origin';

/** A party on the plan of a performance. */
export interface PartyMark {
  name: string;
  color: string;
  look: PartyLook;
  isLocked: boolean;
  seats: readonly DrawnSeat[];
}

/** Width of a letter of a label, in plan units. */
const LETTER = 5.4;
const LABEL_PADDING = 10;
const LABEL_HEIGHT = 13;
/** A shorter beginning of a name says nothing. */
const MIN_LETTERS = 3;

/** What a label of this width shows: the name, its beginning, or only how many they are. */
export function labelText(name: string, count: number, width: number): string {
  const letters = Math.floor((width - LABEL_PADDING) / LETTER);
  const number = String(count);
  const rest = letters - number.length - 1;
  if (name.length <= rest) return `${name} ${number}`;
  return rest - 1 >= MIN_LETTERS ? `${name.slice(0, rest - 1).trimEnd()}… ${number}` : number;
}

/** Between the two seats in the middle: on the row, whether it is straight or curved. */
function middleOfRow(seats: readonly DrawnSeat[]): { x: number; y: number } {
  const before = seats[Math.floor((seats.length - 1) / 2)]!;
  const after = seats[Math.floor(seats.length / 2)]!;
  return { x: (before.x + after.x) / 2, y: (before.y + after.y) / 2 };
}

interface LabelPlace {
  x: number;
  y: number;
  /** Width that the label may have. */
  room: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Whether the label of a party stands above its table: on the side of its chairs. */
function isAbove(seats: readonly DrawnSeat[], chairs: readonly DrawnSeat[]): boolean {
  const dx = mean(seats.map(({ x }) => x)) - mean(chairs.map(({ x }) => x));
  const dy = mean(seats.map(({ y }) => y)) - mean(chairs.map(({ y }) => y));
  return Math.abs(dy) > 1 ? dy < 0 : dx <= 1;
}

/** The part of one side of a table that the label of a party has: parties on the same side share it. */
interface Share {
  at: number;
  of: number;
}

/** Free space between the chairs of a table and those of others beyond its edge, as far as a label needs it. */
function spaceBeyond(edge: number, isAbove: boolean, others: readonly DrawnSeat[]): number {
  const gaps = others.map(({ y }) => (isAbove ? edge - y : y - edge)).filter((gap) => gap > 0);
  return Math.max(0, Math.min(LABEL_HEIGHT, Math.min(...gaps) - SEAT_SIZE));
}

/**
 * Outside the chairs of a table, on the side of the party: every chair and the number of the table stay visible. Between tables
 * that are nearer than a label is high, it lies in the middle.
 */
function placeAtTable(
  seats: readonly DrawnSeat[],
  {
    chairs,
    all,
    share: { at, of },
  }: { chairs: readonly DrawnSeat[]; all: readonly DrawnSeat[]; share: Share },
): LabelPlace {
  const [xs, ys] = [chairs.map(({ x }) => x), chairs.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const isOnTop = isAbove(seats, chairs);
  const edge = isOnTop ? top : bottom;
  const table = chairs[0]?.tableId;
  const others = all.filter(
    ({ tableId, x }) => tableId !== table && x > left - SEAT_SIZE && x < right + SEAT_SIZE,
  );
  const outside = (SEAT_SIZE + spaceBeyond(edge, isOnTop, others)) / 2;
  const room = (right - left + SEAT_SIZE) / of;
  return {
    x: (left + right) / 2 + room * (at + 0.5 - of / 2),
    y: isOnTop ? edge - outside : edge + outside,
    room,
  };
}

const tablesOf = ({ seats }: PartyMark): Map<string, DrawnSeat[]> => {
  const tables = new Map<string, DrawnSeat[]>();
  for (const seat of seats)
    if (seat.tableId) tables.set(seat.tableId, [...(tables.get(seat.tableId) ?? []), seat]);
  for (const [table, { length }] of tables) if (length < 2) tables.delete(table);
  return tables;
};

interface TableLabel {
  mark: PartyMark;
  table: string;
  /** Table and side: labels of the same one share it already. */
  side: string;
  /** Middle of the seats of the party. */
  middle: number;
  place: LabelPlace;
}

/** Of two labels between the same tables, each gives up its half of the width that both would have. */
function part(label: TableLabel, other: TableLabel): void {
  if (label.side === other.side || Math.abs(label.place.y - other.place.y) >= LABEL_HEIGHT) return;
  const isFirst = (label.place.x - other.place.x || label.middle - other.middle) <= 0;
  const [first, second] = isFirst ? [label, other] : [other, label];
  const [start, end] = [first.place.x - first.place.room / 2, second.place.x + second.place.room / 2];
  const from = Math.max(start, second.place.x - second.place.room / 2);
  const until = Math.min(first.place.x + first.place.room / 2, end);
  if (until <= from) return;
  const middle = (from + until) / 2;
  first.place = { ...first.place, x: (start + middle) / 2, room: middle - start };
  second.place = { ...second.place, x: (middle + end) / 2, room: end - middle };
}

type TablePlaces = ReadonlyMap<string, LabelPlace>;

/** Where the label of each party stands at each of its tables: no two lie over each other. */
function placesAtTables(
  marks: readonly PartyMark[],
  all: readonly DrawnSeat[],
): ReadonlyMap<PartyMark, TablePlaces> {
  const chairsOf = new Map<string, DrawnSeat[]>();
  for (const seat of all)
    if (seat.tableId) chairsOf.set(seat.tableId, [...(chairsOf.get(seat.tableId) ?? []), seat]);
  const sides = new Map<string, { mark: PartyMark; table: string; seats: DrawnSeat[]; middle: number }[]>();
  for (const mark of marks)
    for (const [table, seats] of tablesOf(mark)) {
      const side = `${table} ${isAbove(seats, chairsOf.get(table) ?? seats)}`;
      const middle = mean(seats.map(({ x }) => x));
      sides.set(side, [...(sides.get(side) ?? []), { mark, table, seats, middle }]);
    }
  const labels = [...sides].flatMap(([side, parties]) =>
    parties
      .sort((a, b) => a.middle - b.middle)
      .map(({ mark, table, seats, middle }, at): TableLabel => {
        const chairs = chairsOf.get(table) ?? seats;
        const place = placeAtTable(seats, { chairs, all, share: { at, of: parties.length } });
        return { mark, table, side, middle, place };
      }),
  );
  for (const [at, label] of labels.entries()) for (const other of labels.slice(at + 1)) part(label, other);
  const places = new Map<PartyMark, Map<string, LabelPlace>>();
  for (const { mark, table, place } of labels)
    places.set(mark, (places.get(mark) ?? new Map<string, LabelPlace>()).set(table, place));
  return places;
}

function placeInRow(seats: readonly DrawnSeat[]): LabelPlace {
  const [first, last] = [seats[0]!, seats[seats.length - 1]!];
  return { ...middleOfRow(seats), room: Math.hypot(last.x - first.x, last.y - first.y) + SEAT_SIZE };
}

function label(
  seats: readonly DrawnSeat[],
  { name, color, look, isLocked }: PartyMark,
  { x, y, room }: LabelPlace,
): string {
  const text = labelText(name, seats.length, room);
  const lock = isLocked ? 9 : 0;
  const width = text.length * LETTER + LABEL_PADDING + lock;
  const left = x - width / 2;
  return (
    `<g data-look="${look}"><rect x="${left}" y="${y - LABEL_HEIGHT / 2}" width="${width}" height="${LABEL_HEIGHT}" rx="${LABEL_HEIGHT / 2}" stroke="${color}"/>` +
    `<text x="${x - lock / 2}" y="${y + 3.2}">${escape(text)}</text>` +
    (isLocked
      ? `<path d="M${left + width - 13} ${y}h7v4h-7zM${left + width - 11.5} ${y}v-1.500a2 2 0 0 1 4 0v1.500"/>`
      : '') +
    '</g>'
  );
}

/** A band behind the neighbours of a party, so that they are seen as one. */
const band = (seats: readonly DrawnSeat[], { color }: PartyMark): string =>
  `<polyline points="${seats.map(({ x, y }) => `${x},${y}`).join(' ')}" stroke="${color}"/>`;

/** The seats of a party in its colour, a band over neighbours and their label. A single seat has no room for one. */
export function partyMarkup(
  mark: PartyMark,
  all: readonly DrawnSeat[],
  places: TablePlaces | undefined = placesAtTables([mark], all).get(mark),
): string {
  const ids = new Set(mark.seats.map(({ id }) => id));
  const rows = new Set(mark.seats.map(({ row }) => row));
  const runs = consecutiveRuns(all.filter(({ row }) => rows.has(row)))
    .flatMap((run) => split(run, ids))
    .filter((run) => run.length > 1);
  return (
    `<g class="seat-plan-party" data-look="${mark.look}" fill="${mark.color}">` +
    runs.map((run) => band(run, mark)).join('') +
    mark.seats.map((seat) => shapeMarkup(seat)).join('') +
    runs
      .filter(([seat]) => !seat?.tableId)
      .map((run) => label(run, mark, placeInRow(run)))
      .join('') +
    tableLabels(mark, places) +
    '</g>'
  );
}

/** One label for each table, even where others sit between the chairs of the party. */
const tableLabels = (mark: PartyMark, places: TablePlaces | undefined): string =>
  [...tablesOf(mark)]
    .map(([table, seats]) => {
      const place = places?.get(table);
      return place ? label(seats, mark, place) : '';
    })
    .join('');

/** The parts of a run whose seats are all of the party. */
function split(run: readonly DrawnSeat[], ids: ReadonlySet<string>): DrawnSeat[][] {
  const parts: DrawnSeat[][] = [[]];
  for (const seat of run) {
    if (ids.has(seat.id)) parts[parts.length - 1]!.push(seat);
    else if (parts[parts.length - 1]!.length > 0) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

/** Draws the parties on the sheet above a plan, under the seats of the person who looks at it. */
export function showParties(
  sheet: SVGSVGElement,
  marks: readonly PartyMark[],
  all: readonly DrawnSeat[],
): void {
  const before = sheet.querySelector('.seat-plan-parties');
  const layer = before ?? svgElement('g', { class: 'seat-plan-parties' });
  if (!before) sheet.prepend(layer);
  const places = placesAtTables(marks, all);
  showMarkup(layer as SVGElement, marks.map((mark) => partyMarkup(mark, all, places.get(mark))).join(''));
}
