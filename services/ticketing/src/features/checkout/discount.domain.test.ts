import fc from 'fast-check';
import { discounted, discountMinor, type Discount } from './discount.domain';
import { totalMinor, type Formula, type PricedSeat } from './pricing.domain';

const seatAt = (priceMinor: number, index = 0): PricedSeat => ({
  seat: { id: `s${index}`, label: `A-${index}`, categoryId: 'c' },
  formula: {
    id: 'f',
    name: 'F',
    priceMinor,
    vat: [
      { label: 'Spectacle', rateBasisPoints: 550, amountMinor: Math.floor(priceMinor / 3) },
      { label: 'Repas', rateBasisPoints: 1_000, amountMinor: priceMinor - Math.floor(priceMinor / 3) },
    ],
  } as Formula,
});

describe('a discount on a reservation (R-181)', () => {
  test('is a percentage, an amount including tax, or one excluding tax', () => {
    const priced = [seatAt(10_000), seatAt(5_000, 1)];
    expect(discountMinor(priced, { kind: 'percentage', percentage: '12.5' })).toBe(1_875);
    expect(discountMinor(priced, { kind: 'amount', amount: '10.00', entry: 'TTC' })).toBe(1_000);
    expect(discountMinor(priced, { kind: 'amount', amount: '10.00', entry: 'HT' })).toBe(1_085);
  });
  test('above the total is refused', () => {
    const discount: Discount = { kind: 'amount', amount: '100.01', entry: 'TTC' };
    let refusal: unknown;
    try {
      discounted([seatAt(10_000)], discount);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ code: 'reservation.discount-too-large' });
  });
  test('is spread to the cent: prices and their VAT parts add up to what is paid', () => {
    const prices = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 10_000 }), (amounts, share) => {
        const priced = amounts.map(seatAt);
        const discount: Discount = { kind: 'percentage', percentage: (share / 100).toFixed(2) };
        const after = discounted(priced, discount);
        expect(totalMinor(after)).toBe(totalMinor(priced) - discountMinor(priced, discount));
        for (const { formula } of after) {
          expect(formula.priceMinor).toBeGreaterThanOrEqual(0);
          expect(formula.vat.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(formula.priceMinor);
        }
      }),
    );
  });
});
