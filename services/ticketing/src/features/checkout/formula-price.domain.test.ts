import fc from 'fast-check';
import { priceOf, type SpecialPrice } from './formula-price.domain';
import type { SaleChannel } from './sale-channel';

const part = (rateBasisPoints: number, amountMinor: number) => ({
  label: 'part',
  rateBasisPoints,
  amountMinor,
});
const vat = [part(550, 4500), part(1000, 3400), part(2000, 1000)];
const special = (priceMinor: number, changes: Partial<SpecialPrice> = {}): SpecialPrice => ({
  channel: null,
  from: null,
  until: null,
  priceMinor,
  ...changes,
});
const price = (prices: SpecialPrice[], at = '2026-12-24', channel: SaleChannel = 'ONLINE') =>
  priceOf({ priceMinor: 8900, vat, prices }, at, channel).priceMinor;

describe('the price of a formula', () => {
  test('is the usual one without another', () => {
    expect(priceOf({ priceMinor: 8900, vat, prices: [] }, '2026-12-24', 'ONLINE')).toEqual({
      priceMinor: 8900,
      vat,
    });
  });
  test('is another one from its first to its last day', () => {
    const early = [special(6900, { from: '2026-09-01', until: '2026-09-30' })];
    const days = ['2026-08-31', '2026-09-01', '2026-09-30', '2026-10-01'];
    expect(days.map((day) => price(early, day))).toEqual([8900, 6900, 6900, 8900]);
  });
  test('is that of the channel before that of both', () => {
    const prices = [special(8000, { from: '2026-12-01' }), special(8500, { channel: 'ONLINE' })];
    expect(price(prices)).toBe(8500);
    expect(price(prices, '2026-12-24', 'BOX_OFFICE')).toBe(8000);
  });
  test('is the one that began last, the first of equals', () => {
    const prices = [
      special(8000, { from: '2026-01-01' }),
      special(7000, { from: '2026-12-01' }),
      special(7500, { from: '2026-12-01' }),
    ];
    expect(price(prices)).toBe(7000);
  });
  test('keeps the proportions of the VAT breakdown', () => {
    const half = priceOf({ priceMinor: 8900, vat, prices: [special(4450)] }, '2026-12-24', 'ONLINE');
    expect(half.vat).toEqual([part(550, 2250), part(1000, 1700), part(2000, 500)]);
    const free = { priceMinor: 0, vat: [part(550, 0), part(2000, 0)], prices: [special(1000)] };
    expect(priceOf(free, '2026-12-24', 'ONLINE').vat).toEqual([part(550, 0), part(2000, 1000)]);
  });
  test('is always the sum of its VAT parts, to the cent', () => {
    const amounts = fc.array(fc.nat(50_000), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(amounts, fc.nat(100_000), (parts, priceMinor) => {
        const usual = parts.map((amount, index) => part([550, 1000, 2000, 210][index] ?? 0, amount));
        const priceOfParts = parts.reduce((sum, amount) => sum + amount, 0);
        const found = priceOf(
          { priceMinor: priceOfParts, vat: usual, prices: [special(priceMinor)] },
          '2026-12-24',
          'ONLINE',
        );
        expect(found.vat.every(({ amountMinor }) => amountMinor >= 0)).toBe(true);
        expect(found.vat.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(found.priceMinor);
      }),
    );
  });
});
