import { sum } from '@coulisse/money';
import fc from 'fast-check';
import type { Formula } from '../checkout/pricing.domain';
import {
  exchangePrices,
  exchangeWithDrivers,
  formulasAfter,
  pairsOf,
  type SoldPlace,
} from './exchange-prices.domain';

const formula = (id: string, categoryId: string, priceMinor: number, isDefault = false): Formula => ({
  ...{
    id,
    name: id,
    ticketName: id,
    description: '',
    categoryId,
    categoryName: categoryId,
    categoryColor: '',
  },
  ...{ priceMinor, minimumNumberOfPeople: 1, isDefault, ignoreInLowestPrice: false, placesPerDriver: null },
  vat: [{ label: '', rateBasisPoints: 550, amountMinor: priceMinor }],
});
const place = (id: string, formulaId: string, priceMinor: number, discountMinor = 0): SoldPlace => ({
  ...{ id, formulaId, formulaName: formulaId, categoryId: 'gold', priceMinor, discountMinor },
  vat: [{ label: '', rateBasisPoints: 550, amountMinor: priceMinor }],
});
const seat = (id: string, categoryId = 'gold') => ({ id, label: id, categoryId });
const ADULT = formula('adult', 'gold', 9_000, true);
const CHILD = formula('child', 'gold', 4_000);
const SILVER = formula('silver', 'silver', 6_000, true);
const formulas = [ADULT, CHILD, SILVER];
const pricesOf = (
  places: SoldPlace[],
  seats: ReturnType<typeof seat>[],
  isSamePerformance: boolean,
  chosen = {},
) =>
  exchangePrices(places, seats, { isSamePerformance, formulas, chosen }).replacements.map(
    ({ formula: { id, priceMinor }, discountMinor }) => [id, priceMinor, discountMinor],
  );

describe('the prices of an exchange', () => {
  test('another seat of the same performance and category keeps the price that was paid (R-098)', () => {
    expect(pricesOf([place('a', 'adult', 7_000, 500)], [seat('x')], true)).toEqual([['adult', 7_000, 500]]);
  });

  test('another performance has the price of today, in the same mix of formulas (R-098)', () => {
    const places = [place('a', 'adult', 7_000), place('b', 'child', 3_000)];
    expect(pricesOf(places, [seat('x'), seat('y')], false)).toEqual([
      ['adult', 9_000, 0],
      ['child', 4_000, 0],
    ]);
  });

  test('another category has its usual formula, and a chosen formula goes before all others', () => {
    expect(pricesOf([place('a', 'child', 4_000)], [seat('x', 'silver')], true)).toEqual([
      ['silver', 6_000, 0],
    ]);
    expect(pricesOf([place('a', 'child', 4_000)], [seat('x')], true, { x: 'adult' })).toEqual([
      ['adult', 9_000, 0],
    ]);
    const { errors } = exchangePrices([place('a', 'adult', 9_000)], [seat('x', 'silver')], {
      ...{ isSamePerformance: true, formulas, chosen: { x: 'adult' } },
    });
    expect(errors).toMatchObject([{ pointer: '/formulaBySeat/x', code: 'validation.choice' }]);
  });

  test('a discount keeps its share of the price (R-181)', () => {
    // 10 % had been taken off.
    expect(pricesOf([place('a', 'adult', 8_100, 900)], [seat('x', 'silver')], true)).toEqual([
      ['silver', 5_400, 600],
    ]);
  });

  test('each place is replaced once, and the cents of prices, discounts and VAT add up', () => {
    const made = fc
      .array(fc.tuple(fc.constantFrom('adult', 'child'), fc.nat(9_000), fc.nat(3_000)), {
        minLength: 1,
        maxLength: 8,
      })
      .map((rows) => rows.map(([of, price, off], index) => place(String(index), of, price, off)));
    fc.assert(
      fc.property(
        made,
        fc.boolean(),
        fc.array(fc.constantFrom('gold', 'silver'), { minLength: 8, maxLength: 8 }),
        (places, same, categories) => {
          const seats = places.map(({ id }, index) => seat(`new ${id}`, categories[index]));
          expect(new Set(pairsOf(places, seats, {}).map((pair) => pair.place.id)).size).toBe(places.length);
          const { replacements } = exchangePrices(places, seats, {
            isSamePerformance: same,
            formulas,
            chosen: {},
          });
          expect(replacements.map((each) => each.seat)).toEqual(seats);
          for (const { formula: of, discountMinor, place: before } of replacements) {
            expect(sum(of.vat.map(({ amountMinor }) => amountMinor))).toBe(of.priceMinor);
            expect(of.priceMinor).toBeGreaterThanOrEqual(0);
            const listed = formulas.find(({ id }) => id === of.id)?.priceMinor ?? 0;
            const isKept = of.priceMinor === before.priceMinor && discountMinor === before.discountMinor;
            expect(isKept || of.priceMinor + discountMinor === listed).toBe(true);
          }
        },
      ),
    );
  });
});

describe('a group with a driver (R-194)', () => {
  const driver = { ...place('d', 'adult', 0), vat: [], isDriver: true };
  const people = ['a', 'b'].map((id) => ({ ...place(id, 'adult', 9_000), isDriver: false }));
  const terms = { isSamePerformance: false, formulas, chosen: {} };
  const exchange = (seats: ReturnType<typeof seat>[], driverSeats: string[] = []) =>
    exchangeWithDrivers({ replaced: [...people, driver], rest: [] }, seats, { ...terms, driverSeats });

  test('pays for its people, and the driver sits where the desk has chosen', () => {
    const { replacements } = exchange([seat('x'), seat('y'), seat('z')], ['x']);
    expect(replacements.map((each) => [each.seat.id, each.place.id, each.formula.priceMinor])).toEqual([
      ['y', 'a', 9_000],
      ['z', 'b', 9_000],
      ['x', 'd', 0],
    ]);
    expect(replacements.map(({ isDriver }) => isDriver ?? false)).toEqual([false, false, true]);
  });

  test('takes the driver along to another formula, at the last of the seats', () => {
    const { replacements } = exchange([seat('x', 'silver'), seat('y', 'silver'), seat('z', 'silver')]);
    const last = replacements.at(-1)!;
    expect([last.seat.id, last.formula.id, last.formula.priceMinor, last.formula.vat]).toEqual([
      'z',
      'silver',
      0,
      [],
    ]);
  });

  test('is refused where a seat of its people has no formula', () => {
    expect(exchange([seat('x', 'bronze'), seat('y'), seat('z')]).errors).toMatchObject([
      { pointer: '/formulaBySeat/x', code: 'reservation.no-formula' },
    ]);
  });
});

test('options follow the places of their formula once it has none left', () => {
  const options = [
    { id: 'wine', formulaId: 'adult' },
    { id: 'toy', formulaId: 'child' },
  ];
  const replacement = { place: { formulaId: 'adult' }, formula: { id: 'child', ticketName: 'Enfant' } };
  expect(formulasAfter(options, [{ formulaId: 'adult' }], [replacement])).toEqual([]);
  expect(formulasAfter(options, [], [replacement])).toEqual([
    { id: 'wine', formulaId: 'child', formulaName: 'Enfant' },
  ]);
});
