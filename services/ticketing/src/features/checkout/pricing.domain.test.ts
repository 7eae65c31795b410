import fc from 'fast-check';
import { priceSeats, saleErrors, totalMinor, type Formula } from './pricing.domain';
import { vatOf } from './vat.domain';

const formula = (
  id: string,
  categoryId: string,
  priceMinor: number,
  overrides: Partial<Formula> = {},
): Formula => ({
  id,
  name: id,
  ticketName: id,
  description: '',
  categoryId,
  categoryName: categoryId,
  categoryColor: '#000000',
  priceMinor,
  minimumNumberOfPeople: 1,
  placesPerDriver: null,
  isDefault: false,
  ignoreInLowestPrice: false,
  vat: [{ label: 'show', rateBasisPoints: 550, amountMinor: priceMinor }],
  ...overrides,
});
const seat = (id: string, categoryId: string) => ({ id, label: id, categoryId });
const dinner = formula('dinner', 'gold', 8900);
const child = formula('child', 'gold', 4500);
const show = formula('show', 'silver', 3000);
const names = ({ priced }: ReturnType<typeof priceSeats>) =>
  priced.map((pricedSeat) => pricedSeat.formula.id);

describe('the price of seats', () => {
  test('is that of the default formula of the category, else of the cheapest', () => {
    expect(names(priceSeats([seat('a', 'gold'), seat('b', 'silver')], [dinner, child, show], {}))).toEqual([
      'child',
      'show',
    ]);
    expect(names(priceSeats([seat('a', 'gold')], [{ ...dinner, isDefault: true }, child], {}))).toEqual([
      'dinner',
    ]);
  });
  test('is that of the chosen formula, if it is of the category', () => {
    const seats = [seat('a', 'gold'), seat('b', 'gold')];
    expect(names(priceSeats(seats, [dinner, child, show], { a: 'dinner' }))).toEqual(['dinner', 'child']);
    expect(priceSeats(seats, [dinner, show], { a: 'show' }).errors).toEqual([
      { pointer: '/formulaBySeat/a', code: 'validation.choice' },
    ]);
  });
  test('is refused without a formula for the category (R-079)', () => {
    expect(priceSeats([seat('a', 'balcony')], [dinner], {}).errors).toEqual([
      { pointer: '/formulaBySeat/a', code: 'reservation.no-formula' },
    ]);
  });
});

describe('seats that are sold together', () => {
  const rules = { isMultiFormule: false, seatsMustTouch: false };
  const two = [
    { seat: seat('a', 'gold'), formula: dinner },
    { seat: seat('b', 'silver'), formula: show },
  ];
  const codes = (...args: Parameters<typeof saleErrors>) => saleErrors(...args).map(({ code }) => code);

  test('have one formula, unless the performance allows several', () => {
    expect(codes(two, rules, () => true)).toEqual(['plan.several-formulas']);
    expect(codes(two, { ...rules, isMultiFormule: true }, () => true)).toEqual([]);
  });
  test('reach the minimum of their formula', () => {
    const group = { ...dinner, minimumNumberOfPeople: 2 };
    expect(saleErrors([{ seat: seat('a', 'gold'), formula: group }], rules, () => true)).toEqual([
      { pointer: '/formulaBySeat', code: 'reservation.minimum-people', params: { n: 2 } },
    ]);
    const pair = ['a', 'b'].map((id) => ({ seat: seat(id, 'gold'), formula: group }));
    expect(codes(pair, rules, () => true)).toEqual([]);
  });
  test('are adjacent where the show requires it', () => {
    const single = two.slice(0, 1);
    expect(codes(single, { ...rules, seatsMustTouch: true }, () => false)).toEqual([
      'reservation.seats-not-consecutive',
    ]);
    expect(codes(single, rules, () => false)).toEqual([]);
  });
});

test('the VAT of a sale and its bases add up to what is paid, whatever is bought', () => {
  const priced = fc.array(
    fc.array(
      fc.record({
        label: fc.constant('x'),
        rateBasisPoints: fc.constantFrom(0, 210, 550, 1000, 2000),
        amountMinor: fc.nat(100_000),
      }),
      {
        maxLength: 3,
      },
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(priced, (shares) => {
      const paid = totalMinor(
        shares.map((vat) => ({
          formula: { priceMinor: vat.reduce((sum, { amountMinor }) => sum + amountMinor, 0) },
        })),
      );
      expect(vatOf(shares).reduce((sum, line) => sum + line.baseMinor + line.vatMinor, 0)).toBe(paid);
    }),
  );
});

test('VAT rates are formatted as decimal percentages', () => {
  expect(vatOf([[{ label: 'menu', rateBasisPoints: 550, amountMinor: 4500 }]])).toEqual([
    { rate: '5.5', rateBasisPoints: 550, baseMinor: 4265, vatMinor: 235, base: '42.65', tax: '2.35' },
  ]);
  expect(vatOf([[{ label: 'bar', rateBasisPoints: 2000, amountMinor: 1200 }]])[0]?.rate).toBe('20');
});
