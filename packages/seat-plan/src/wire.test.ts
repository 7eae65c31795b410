import fc from 'fast-check';
import { generateShapes } from './generate';
import { numberOfSeat, seatIdOf } from './seat-id';
import { decodeChanges, decodeSeats, encodeChanges, encodeSeats, stateAt, type SeatPlace } from './wire';

const SEATING = '019ac000-0000-8000-8000-000000000000';
const hundredths = fc.integer({ min: -9_000_000, max: 9_000_000 }).map((value) => value / 100);
const place = fc.record({
  row: fc.string({ maxLength: 10 }),
  number: fc.string({ maxLength: 10 }),
  categoryId: fc.constantFrom('gold', 'silver', 'box'),
  x: hundredths,
  y: hundredths,
  rotation: hundredths,
  isPmr: fc.boolean(),
});
const places = fc.array(place, { maxLength: 60 });
const numbered = places.map((seats) =>
  seats.map((seat, order) => ({ ...seat, id: seatIdOf(SEATING, order) })),
);
const unnumbered = places.chain((seats) =>
  fc
    .array(fc.uuid({ version: 7 }), { minLength: seats.length, maxLength: seats.length })
    .map((ids) => seats.map((seat, order) => ({ ...seat, id: ids[order]! }))),
);

describe('seats as columns', () => {
  it.each([
    ['numbered', numbered],
    ['other', unnumbered],
  ])('are the same seats again, with %s ids', (_ids, seats) => {
    fc.assert(
      fc.property(seats, (list: SeatPlace[]) => {
        expect(decodeSeats(JSON.parse(JSON.stringify(encodeSeats(list))) as never)).toEqual(list);
      }),
    );
  });

  it('send ids only when these do not follow from the first one and the order', () => {
    const [first, second] = fc.sample(
      numbered.filter((seats) => seats.length > 1),
      1,
    )[0]!;
    expect(encodeSeats([first!, second!]).ids).toBeNull();
    expect(encodeSeats([second!, first!]).ids).toEqual([second!.id, first!.id]);
  });

  it('of a curved, rotated hall of 4,800 seats are as generated', () => {
    const seats = generateShapes([
      {
        id: 'hall',
        name: 'Orchestre',
        categoryId: 'gold',
        rows: 60,
        seatsPerRow: 80,
        firstRow: 'A',
        firstSeat: 1,
        x: 13.5,
        y: -7.25,
        rowSpacing: 28,
        seatSpacing: 26,
        curve: 40,
        rotation: 7,
        numbering: 'ODD_EVEN',
        aisleAfter: [20, 60],
        accessible: ['A-1'],
      },
    ]).map(({ id: _shape, row, number, categoryId, x, y, rotation, isPmr }, order) => ({
      id: seatIdOf(SEATING, order),
      row,
      number,
      categoryId,
      x,
      y,
      rotation,
      isPmr,
    }));
    expect(decodeSeats(encodeSeats(seats))).toEqual(seats);
  });
});

describe('tables and companions as columns', () => {
  const seat = (order: number, over: Partial<SeatPlace> = {}): SeatPlace => ({
    ...{ id: seatIdOf(SEATING, order), row: 'T1', number: String(order), categoryId: 'gold' },
    ...{ x: order, y: 0, rotation: 0, isPmr: false },
    ...over,
  });

  it('are the same seats again', () => {
    const seats = [
      seat(0),
      seat(1, { tableId: 'a' }),
      seat(2, { tableId: 'b', isCompanion: true }),
      seat(3, { isCompanion: true }),
    ];
    expect(decodeSeats(encodeSeats(seats))).toEqual(seats);
  });

  it('are not sent for a hall without them', () => {
    expect(Object.keys(encodeSeats([seat(0)]))).not.toEqual(
      expect.arrayContaining(['table', 'companions', 'scene']),
    );
  });
});

describe('the number of a seat', () => {
  it('is in its id', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 65_535 }), (number) => {
        expect(numberOfSeat(seatIdOf(SEATING, number))).toEqual({ seating: SEATING.slice(0, 32), number });
      }),
    );
  });

  it('is missing in ids of another form', () => {
    expect(numberOfSeat('019ac000-0000-7000-8000-000000000001')).toBeNull();
  });
});

describe('changes', () => {
  const state = fc.constantFrom('FREE' as const, 'HELD' as const, 'SOLD' as const);
  const id = fc.oneof(
    fc.integer({ min: 0, max: 65_535 }).map((number) => seatIdOf(SEATING, number)),
    fc.uuid({ version: 7 }),
    fc.integer({ min: 0, max: 9 }).map((number) => seatIdOf('019bc000-0000-8000-8000-000000000000', number)),
  );

  it('are the same changes again, in one message for each seating', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(id, state)), (pairs) => {
        const changes = new Map(pairs);
        const messages = encodeChanges(changes);
        expect(new Map(messages.flatMap((message) => [...decodeChanges(message)]))).toEqual(changes);
        expect(new Set(messages.map(({ seating }) => seating)).size).toBe(messages.length);
      }),
    );
  });

  it('of numbered seats need a few bytes each', () => {
    expect(
      encodeChanges(
        new Map([
          [seatIdOf(SEATING, 12), 'HELD'],
          [seatIdOf(SEATING, 13), 'HELD'],
        ]),
      ),
    ).toEqual([{ seating: SEATING.slice(0, 32), HELD: [12, 13] }]);
  });
});

it('a letter is a state; a seat without one cannot be chosen', () => {
  expect([0, 1, 2, 3, 4, 5].map((order) => stateAt('FHSBM', order))).toEqual([
    'FREE',
    'HELD',
    'SOLD',
    'BLOCKED',
    'MINE',
    'BLOCKED',
  ]);
});
