import {
  encodeSeats,
  planFrame,
  type PlanFrame,
  type PlanScene,
  type SeatPlace,
  type SeatState,
} from '@coulisse/seat-plan';
import { KeptGzip } from '@coulisse/service-kit/http';

const LETTERS: readonly [letter: string, state: SeatState][] = [
  ['F', 'FREE'],
  ['H', 'HELD'],
  ['S', 'SOLD'],
  ['B', 'BLOCKED'],
  ['M', 'MINE'],
];
/** The end of a seat's JSON, by the letter of its state. */
const ENDS = new Map(LETTERS.map(([letter, state]) => [letter, `,"state":"${state}"}`]));

/**
 * The seats of one performance, without their states: they never change, since other seats have another seating id.
 * Everything that is sent of them is built once.
 */
export class Seating {
  readonly frame: PlanFrame;
  /** The seats as columns, in JSON. */
  readonly columns: string;
  readonly categoryIds: ReadonlySet<string>;
  /** What is drawn apart from the seats, if there is anything. */
  readonly scene: PlanScene | undefined;
  /** Of the whole plan, 60 kB for 5,000 seats. */
  readonly gzip = new KeptGzip();
  private readonly orders: ReadonlyMap<string, number>;
  private beginnings: readonly string[] | undefined;

  constructor(
    readonly seats: readonly SeatPlace[],
    scene?: PlanScene,
  ) {
    this.frame = planFrame(seats);
    const isDrawn = scene && scene.tables.length + scene.outlines.length + scene.texts.length > 0;
    this.scene = isDrawn ? scene : undefined;
    this.columns = JSON.stringify({ ...encodeSeats(seats), ...(this.scene && { scene: this.scene }) });
    this.categoryIds = new Set(seats.map((seat) => seat.categoryId));
    this.orders = new Map(seats.map((seat, order) => [seat.id, order]));
  }

  /** The letters with the seats of the caller's cart as MINE; a sold seat stays sold. */
  withMine(letters: string, seatIds: readonly string[]): string {
    if (seatIds.length === 0) return letters;
    const changed = [...letters];
    for (const id of seatIds) {
      const order = this.orders.get(id);
      if (order !== undefined && changed[order] !== 'S') changed[order] = 'M';
    }
    return changed.join('');
  }

  /** A JSON list of whole seats, each with its state. */
  seatsWith(letters: string): string {
    this.beginnings ??= this.seats.map((seat) => JSON.stringify(seat).slice(0, -1));
    return `[${this.beginnings.map((beginning, order) => beginning + (ENDS.get(letters.charAt(order)) ?? ENDS.get('B')!)).join()}]`;
  }
}

/** Keeps the seatings that were used last, up to a number of seats over all of them. */
export class SeatingCache {
  private readonly seatings = new Map<string, Seating>();
  private seats = 0;

  constructor(private readonly maxSeats = 100_000) {}

  get(key: string): Seating | undefined {
    const seating = this.seatings.get(key);
    if (seating) {
      this.seatings.delete(key);
      this.seatings.set(key, seating);
    }
    return seating;
  }

  set(key: string, seating: Seating): void {
    this.remove(key);
    this.seatings.set(key, seating);
    this.seats += seating.seats.length;
    for (const oldest of this.seatings.keys()) {
      if (this.seats <= this.maxSeats || oldest === key) break;
      this.remove(oldest);
    }
  }

  get size(): number {
    return this.seatings.size;
  }

  private remove(key: string): void {
    this.seats -= this.seatings.get(key)?.seats.length ?? 0;
    this.seatings.delete(key);
  }
}
