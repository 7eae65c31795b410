import fc from 'fast-check';
import {
  countedPlaces,
  driverPlaces,
  driverRights,
  driversLosingRight,
  keptDrivers,
  peopleOf,
  seatsForDrivers,
  withoutDrivers,
  type PlaceWithRule,
} from './driver-places.domain';

const formula = (id: string, placesPerDriver: number | null, priceMinor = 8_900) => ({
  ...{ id, name: id, ticketName: id, description: '', categoryId: 'gold', categoryName: 'Or' },
  ...{ categoryColor: '#c9a227', minimumNumberOfPeople: 1, isDefault: false, ignoreInLowestPrice: false },
  ...{ placesPerDriver, priceMinor, vat: [{ label: '', rateBasisPoints: 550, amountMinor: priceMinor }] },
});
const seat = (id: string) => ({ id, label: id, categoryId: 'gold' });
const places = (count: number, of = formula('dinner', 20), discountMinor = 0) =>
  countedPlaces(
    Array.from({ length: count }, (_, index) => ({
      seat: seat(String(index)),
      formula: { ...of, priceMinor: of.priceMinor - discountMinor },
      discountMinor,
    })),
  );

describe('the right to free places of drivers (R-194)', () => {
  const count = (...groups: ReturnType<typeof places>[]) => driverRights(groups.flat()).length;

  test('is one for each full number of paid places', () => {
    expect([0, 19, 20, 39, 40, 300].map((number) => count(places(number)))).toEqual([0, 0, 1, 1, 2, 15]);
  });

  test('comes of formulas that give one, and of prices before discounts', () => {
    expect(count(places(40, formula('public', null)))).toBe(0);
    expect(count(places(40, formula('invitation', 20, 0)))).toBe(0);
    expect(count(places(40, formula('dinner', 20), 8_900))).toBe(2);
  });

  test('counts places of formulas with the same number together, each as one of its formula', () => {
    const adults = places(12, formula('adult', 20));
    const children = places(8, formula('child', 20));
    expect(driverRights([...adults, ...children]).map(({ id }) => id)).toEqual(['adult']);
    const others = places(10, formula('show', 10));
    expect(driverRights([...adults, ...children, ...others]).map(({ id }) => id)).toEqual(['adult', 'show']);
  });

  test('never shrinks with another place, and never grows by more than one', () => {
    const groups = fc.array(fc.tuple(fc.integer({ min: 2, max: 30 }), fc.nat(60)), { maxLength: 4 });
    fc.assert(
      fc.property(groups, fc.integer({ min: 2, max: 30 }), (list, every) => {
        const before = list.flatMap(([number, of]) => places(of, formula(`f${number}`, number)));
        const after = [...before, ...places(1, formula(`f${every}`, every))];
        const grown = count(after) - count(before);
        expect(grown === 0 || grown === 1).toBe(true);
        const least = Math.min(30, ...list.map(([number]) => number));
        expect(count(before) * least).toBeLessThanOrEqual(before.length);
      }),
    );
  });
});

test('places of drivers cost nothing, have no VAT and are named in the language of the buyer', () => {
  const rights = [formula('dinner', 20)];
  expect(driverPlaces([seat('x'), seat('y')], rights, 'fr')).toMatchObject([
    {
      seat: { id: 'x' },
      isDriver: true,
      formula: { id: 'dinner', ticketName: 'Chauffeur', priceMinor: 0, vat: [] },
    },
  ]);
  expect(driverPlaces([seat('x')], rights, 'en')).toMatchObject([{ formula: { ticketName: 'Driver' } }]);
});

describe('new seats of a group', () => {
  const seats = ['a', 'b', 'c', 'd'].map(seat);
  const idsOf = ({ places: people, drivers }: ReturnType<typeof seatsForDrivers<(typeof seats)[number]>>) => [
    people.map(({ id }) => id).join(''),
    drivers.map(({ id }) => id).join(''),
  ];

  test('are those of drivers where they were chosen for them, else the last ones', () => {
    expect(idsOf(seatsForDrivers(seats, ['b'], 1))).toEqual(['acd', 'b']);
    expect(idsOf(seatsForDrivers(seats, ['b'], 2))).toEqual(['ac', 'bd']);
    expect(idsOf(seatsForDrivers(seats, [], 1))).toEqual(['abc', 'd']);
    // More were chosen for drivers than the reservation has.
    expect(idsOf(seatsForDrivers(seats, ['a', 'b'], 1))).toEqual(['bcd', 'a']);
    // In the order in which they were chosen, then that of the plan.
    expect(idsOf(seatsForDrivers(seats, ['c', 'a'], 3))).toEqual(['b', 'cad']);
    expect(idsOf(withoutDrivers(seats, []))).toEqual(['abcd', '']);
  });

  test('are kept by a cart as far as its group gives a right to them, and nobody of it sits on them', () => {
    const priced = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        seat: seat(`p${index}`),
        formula: formula('dinner', 2),
      }));
    const held = ['p0', 'p1', 'p2', 'p3', 'a', 'b'];
    expect(keptDrivers(['a', 'b'], held, priced(4))).toEqual(['a', 'b']);
    expect(keptDrivers(['a', 'b'], held, priced(3))).toEqual(['a']);
    expect(keptDrivers(['a', 'b'], held, priced(1))).toEqual([]);
    expect(keptDrivers(['p0', 'b'], held, priced(4))).toEqual(['b']);
    expect(keptDrivers(['gone', 'b'], held, priced(4))).toEqual(['b']);
  });

  test('are each given once', () => {
    fc.assert(
      fc.property(
        fc.subarray(seats),
        fc.subarray(['a', 'b', 'c', 'd', 'z']),
        fc.nat(6),
        (own, chosen, count) => {
          const { places: people, drivers } = seatsForDrivers(own, chosen, count);
          expect(drivers).toHaveLength(Math.min(count, own.length));
          expect([...people, ...drivers].map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort());
        },
      ),
    );
  });
});

describe('drivers whose right goes with cancelled places', () => {
  const place = (isDriver: boolean, over: Partial<PlaceWithRule> = {}): PlaceWithRule => ({
    ...{ formulaId: 'dinner', placesPerDriver: 4, priceMinor: isDriver ? 0 : 8_900, discountMinor: 0 },
    ...{ isDriver, isArrived: false, ...over },
  });
  const group = (people: number, drivers: number, over: Partial<PlaceWithRule> = {}) => [
    ...Array.from({ length: people }, () => place(false, over)),
    ...Array.from({ length: drivers }, () => place(true, over)),
  ];

  test('are the last ones, as many as the places that stay give no right to', () => {
    const before = group(8, 2);
    expect(driversLosingRight(before, before.slice(1))).toEqual([before.at(-1)]);
    expect(driversLosingRight(before, before.slice(5))).toHaveLength(2);
    expect(driversLosingRight(group(9, 2), group(9, 2).slice(1))).toEqual([]);
    // A right that nobody uses goes first.
    expect(driversLosingRight(group(8, 1), group(8, 1).slice(1))).toEqual([]);
  });

  test('do not include who is in the room, or was given a place under an earlier rule', () => {
    const arrived = [...group(8, 1), place(true, { isArrived: true })];
    expect(driversLosingRight(arrived, arrived.slice(1))).toEqual([arrived.at(-2)]);
    const stricter = group(8, 2, { placesPerDriver: 6 });
    expect(driversLosingRight(stricter, stricter.slice(1))).toEqual([]);
    const none = group(8, 2, { placesPerDriver: null });
    expect(driversLosingRight(none, none.slice(4))).toEqual([]);
  });

  test('leave no more than there is a right to, where there were no more before', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(10), fc.nat(40), (people, extra, canceled) => {
        const drivers = Math.min(extra, Math.floor(people / 4));
        const before = group(people, drivers);
        const staying = before.slice(Math.min(canceled, people));
        const lost = driversLosingRight(before, staying);
        const left = drivers - lost.length;
        expect(left).toBe(Math.min(drivers, Math.floor(peopleOf(staying).length / 4)));
      }),
    );
  });
});
