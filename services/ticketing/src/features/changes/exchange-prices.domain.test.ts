import { sum } from '@coulisse/money';
import fc from 'fast-check';
import type { Formula } from '../checkout/pricing.domain';
import { exchangePrices, formulasAfter, pairsOf, type SoldPlace } from './exchange-prices.domain';

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
