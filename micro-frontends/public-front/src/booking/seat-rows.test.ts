import type { Plan, Seat } from '../api/types';
import { recapGroups } from '../checkout/recap-groups';
import { rowsOf, visibleSeats } from './seat-rows';

const seat = (row: string, number: number, state: Seat['state'] = 'FREE', categoryId = 'gold'): Seat => ({
  id: `${row}${number}`,
  row,
  number: String(number),
  categoryId,
  x: number * 26,
  y: 0,
  isPmr: false,
  state,
});
const plan = (...seats: Seat[]): Plan => ({
  performanceId: 'p',
  version: 1,
  seatingId: 's',
  categories: [],
  seats,
  orders: new Map(seats.map(({ id }, order) => [id, order])),
});
const states = (seats: readonly Seat[]): string => seats.map((item) => `${item.id} ${item.state}`).join(', ');

describe('visibleSeats', () => {
  it('marks seats as MINE when chosen and as FREE when deselected', () => {
    const seen = visibleSeats(
      plan(seat('A', 1), seat('A', 2, 'MINE'), seat('A', 3, 'SOLD')),
      new Map([['A1', null]]),
    );
    expect(states(seen)).toBe('A1 MINE, A2 FREE, A3 SOLD');
  });

  it('copies only these seats, and nothing when none is chosen', () => {
    const seen = plan(seat('A', 1), seat('A', 2));
    expect(visibleSeats(seen, new Map([['A1', null]]))[1]).toBe(seen.seats[1]);
    expect(visibleSeats(seen, new Map())).toBe(seen.seats);
  });

  it('keeps chosen seats MINE when the stream reports them HELD', () => {
    expect(states(visibleSeats(plan(seat('A', 1, 'HELD')), new Map([['A1', null]])))).toBe('A1 MINE');
  });
});

describe('list of seats', () => {
  it('contains the free and chosen seats of a category, by row from the front and the left', () => {
    const seats = [
      seat('AA', 1),
      seat('B', 2),
      seat('B', 1, 'MINE'),
      seat('A', 1, 'SOLD'),
      seat('A', 2),
      seat('A', 3, 'FREE', 'other'),
    ];
    expect(
      rowsOf(seats, 'gold').map(({ row, seats: list }) => [row, list.map((item) => item.id).join(' ')]),
    ).toEqual([
      ['A', 'A2'],
      ['B', 'B1 B2'],
      ['AA', 'AA1'],
    ]);
  });
});

describe('recapitulation', () => {
  it('groups the seats of one row and price, sorted by number', () => {
    const line = (row: string, number: string, priceMinor = 8900) => ({
      seatId: row + number,
      row,
      number,
      categoryName: 'Carré Or',
      formulaId: 'f',
      formulaName: 'Dîner',
      priceMinor,
      listedMinor: priceMinor,
    });
    const groups = recapGroups([line('A', '10'), line('A', '9'), line('B', '1'), line('A', '11', 4500)]);
    expect(groups.map(({ lines }) => lines.map((item) => item.seatId).join(' '))).toEqual([
      'A9 A10',
      'B1',
      'A11',
    ]);
  });
});
