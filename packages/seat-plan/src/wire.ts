import { numberOfSeat, seatIdOf } from './seat-id';
import type { SeatState } from './states';
import type { PlacedSeat, PlanScene } from './types';

/** A seat without its state: what changes only when a performance gets other seats. */
export interface SeatPlace extends PlacedSeat {
  rotation: number;
  isPmr: boolean;
  isCompanion?: boolean;
}

/** Texts as the words that occur and, for each seat, the step to its word from that of the seat before. */
export interface TextColumn {
  words: string[];
  steps: number[];
}

/**
 * The seats of a performance in the order of the plan, as columns: the difference of each seat to the one before is
 * nearly always the same, which compresses to a tenth of a list of objects.
 */
export interface SeatColumns {
  /** The id of the first seat. */
  seatingId: string;
  /** Null when ids follow from the first one and the order. */
  ids: string[] | null;
  row: TextColumn;
  number: TextColumn;
  categoryId: TextColumn;
  /** In hundredths of a plan unit, as steps. */
  x: number[];
  y: number[];
  rotation: number[];
  /** Steps from one accessible seat to the next, by order. */
  accessible: number[];
  /** The same for seats of companions; absent when there are none. */
  companions?: number[];
  /** Table of each seat, '' in a row; absent when the plan has no tables. */
  table?: TextColumn;
  /** What is drawn apart from the seats; absent when there is nothing. */
  scene?: PlanScene;
}

const HUNDREDTHS = 100;

const steps = (values: readonly number[]): number[] => values.map((value, i) => value - (values[i - 1] ?? 0));

function sums(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((difference) => (sum += difference));
}

function textColumn(texts: readonly string[]): TextColumn {
  const places = new Map<string, number>();
  const indexes = texts.map((text) => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  return { words: [...places.keys()], steps: steps(indexes) };
}

const textsOf = (column: TextColumn): string[] =>
  sums(column.steps).map((index) => column.words[index] ?? '');

const lengths = (values: readonly number[]): number[] =>
  steps(values.map((value) => Math.round(value * HUNDREDTHS)));
const lengthsOf = (column: readonly number[]): number[] => sums(column).map((value) => value / HUNDREDTHS);

const areNumbered = (ids: readonly string[]): boolean =>
  ids.every((id, order) => numberOfSeat(id) !== null && id === seatIdOf(ids[0] ?? '', order));

const stepsTo = (seats: readonly SeatPlace[], has: (seat: SeatPlace) => boolean | undefined): number[] =>
  steps(seats.flatMap((seat, order) => (has(seat) ? [order] : [])));

/** Coordinates are rounded to a hundredth of a plan unit, as those of generated seats are. */
export function encodeSeats(seats: readonly SeatPlace[]): SeatColumns {
  const ids = seats.map((seat) => seat.id);
  return {
    seatingId: ids[0] ?? '',
    ids: areNumbered(ids) ? null : ids,
    row: textColumn(seats.map((seat) => seat.row)),
    number: textColumn(seats.map((seat) => seat.number)),
    categoryId: textColumn(seats.map((seat) => seat.categoryId)),
    x: lengths(seats.map((seat) => seat.x)),
    y: lengths(seats.map((seat) => seat.y)),
    rotation: lengths(seats.map((seat) => seat.rotation)),
    accessible: stepsTo(seats, (seat) => seat.isPmr),
    ...(seats.some((seat) => seat.isCompanion) && { companions: stepsTo(seats, (seat) => seat.isCompanion) }),
    ...(seats.some((seat) => seat.tableId) && { table: textColumn(seats.map((seat) => seat.tableId ?? '')) }),
  };
}

export function decodeSeats(columns: SeatColumns): SeatPlace[] {
  const [rows, numbers, categories] = [columns.row, columns.number, columns.categoryId].map(textsOf);
  const [y, rotation] = [columns.y, columns.rotation].map(lengthsOf);
  const accessible = new Set(sums(columns.accessible));
  const companions = new Set(sums(columns.companions ?? []));
  const tables = columns.table ? textsOf(columns.table) : [];
  return lengthsOf(columns.x).map((x, order) => ({
    id: columns.ids?.[order] ?? seatIdOf(columns.seatingId, order),
    row: rows?.[order] ?? '',
    number: numbers?.[order] ?? '',
    categoryId: categories?.[order] ?? '',
    x,
    y: y?.[order] ?? 0,
    rotation: rotation?.[order] ?? 0,
    isPmr: accessible.has(order),
    ...(companions.has(order) && { isCompanion: true }),
    ...(tables[order] && { tableId: tables[order] }),
  }));
}

/** One letter for each seat in the order of the plan. */
const STATES: Readonly<Record<string, SeatState>> = {
  F: 'FREE',
  H: 'HELD',
  S: 'SOLD',
  B: 'BLOCKED',
  M: 'MINE',
};

/** The state of the seat at this place in the plan's order; a seat without a letter cannot be chosen. */
export const stateAt = (letters: string, order: number): SeatState =>
  STATES[letters.charAt(order)] ?? 'BLOCKED';

/**
 * Changed seats by their new state: by number, with the beginning of the ids that they share. An id without a number
 * is sent as it is.
 */
export interface SeatChanges {
  seating: string;
  FREE?: (number | string)[];
  HELD?: (number | string)[];
  SOLD?: (number | string)[];
}

type ChangedState = 'FREE' | 'HELD' | 'SOLD';
const CHANGED: readonly ChangedState[] = ['FREE', 'HELD', 'SOLD'];

/** The changes as messages, one for each seating: more than one only while seats are being replaced. */
export function encodeChanges(states: ReadonlyMap<string, ChangedState>): SeatChanges[] {
  const bySeating = new Map<string, SeatChanges>();
  for (const [id, state] of states) {
    const numbered = numberOfSeat(id);
    const seating = numbered?.seating ?? '';
    const changes = bySeating.get(seating) ?? { seating };
    bySeating.set(seating, changes);
    (changes[state] ??= []).push(numbered?.number ?? id);
  }
  return [...bySeating.values()];
}

/** New states by seat id. */
export const decodeChanges = (changes: SeatChanges): Map<string, ChangedState> =>
  new Map(
    CHANGED.flatMap((state) =>
      (changes[state] ?? []).map((seat): [string, ChangedState] => [
        typeof seat === 'number' ? seatIdOf(changes.seating, seat) : seat,
        state,
      ]),
    ),
  );
