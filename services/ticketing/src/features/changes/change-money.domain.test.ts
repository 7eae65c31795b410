import { sum } from '@coulisse/money';
import fc from 'fast-check';
import { vatOf } from '../checkout/vat.domain';
import { moneyOfChange, moneyOfSale, partsToReturn, splitBack, totalOf } from './change-money.domain';

const amount = fc.integer({ min: 0, max: 1_000_000 });
const surplus = fc.constantFrom('REFUND' as const, 'KEEP' as const);

describe('the money of a change', () => {
  test.each([
    ['a seat of a paid reservation is given back', [20_000, 10_000, 20_000, 'REFUND'], [10_000, 0, 0]],
    ['its money stays as a credit', [20_000, 10_000, 20_000, 'KEEP'], [0, 0, 10_000]],
    ['it is deducted from what is due', [20_000, 10_000, 5_000, 'REFUND'], [0, 5_000, 0]],
    ['the rest beyond what is due is given back', [20_000, 10_000, 15_000, 'REFUND'], [5_000, 0, 0]],
    ['a dearer seat is left to pay', [20_000, 26_000, 20_000, 'REFUND'], [0, 6_000, 0]],
    ['an older credit pays for it', [20_000, 26_000, 25_000, 'REFUND'], [0, 1_000, 0]],
    ['an older credit is not given back by the way', [20_000, 15_000, 23_000, 'REFUND'], [5_000, 0, 3_000]],
  ] as const)('%s (R-098)', (_, [before, after, paid, what], [backMinor, dueMinor, creditMinor]) => {
    expect(moneyOfChange(before, after, paid, what)).toMatchObject({ backMinor, dueMinor, creditMinor });
  });

  test('no cent appears or is lost (R-098)', () => {
    fc.assert(
      fc.property(amount, amount, amount, surplus, (before, after, paid, what) => {
        const { backMinor, dueMinor, creditMinor } = moneyOfChange(before, after, paid, what);
        expect(paid - backMinor + dueMinor).toBe(after + creditMinor);
        expect(Math.min(backMinor, dueMinor, creditMinor)).toBeGreaterThanOrEqual(0);
        expect(dueMinor === 0 || creditMinor === 0).toBe(true);
        expect(backMinor).toBeLessThanOrEqual(Math.max(0, before - after));
      }),
    );
  });

  test('two changes give back what one gives back, whatever payments has confirmed between them', () => {
    fc.assert(
      fc.property(amount, amount, amount, (a, b, c) => {
        const [least = 0, middle = 0, most = 0] = [a, b, c].sort((left, right) => left - right);
        const first = moneyOfChange(most, middle, most, 'REFUND').backMinor;
        // The marks of the first change may be overwritten for a moment by an older report.
        for (const paid of [most - first, most])
          expect(first + moneyOfChange(middle, least, paid, 'REFUND').backMinor).toBe(most - least);
      }),
    );
  });

  test('parts add up to the amount, and take nothing twice', () => {
    const payments = fc
      .array(amount, { maxLength: 6 })
      .map((amounts) => amounts.map((leftMinor, index) => ({ paymentId: String(index), leftMinor })));
    fc.assert(
      fc.property(payments, amount, (paid, requested) => {
        const parts = partsToReturn(paid, requested);
        const available = sum(paid.map(({ leftMinor }) => leftMinor));
        expect(sum(parts.map(({ amountMinor }) => amountMinor))).toBe(Math.min(requested, available));
        for (const { paymentId, amountMinor } of parts) {
          expect(amountMinor).toBeGreaterThan(0);
          expect(amountMinor).toBeLessThanOrEqual(paid[Number(paymentId)]!.leftMinor);
        }
      }),
    );
  });

  test('payments are refunded first, and the rest goes back to the gift voucher', () => {
    const sale = {
      ...{ total_minor: 20_970, paid_minor: 20_970 },
      payments: [{ paymentId: 'card', leftMinor: 5_970 }],
    };
    expect(moneyOfSale(sale, 13_980, 'REFUND')).toMatchObject({ backMinor: 6_990, toVoucherMinor: 1_020 });
    expect(moneyOfSale(sale, 15_000, 'REFUND')).toMatchObject({ backMinor: 5_970, toVoucherMinor: 0 });
    expect(moneyOfSale(sale, 13_980, 'KEEP')).toMatchObject({ backMinor: 0, toVoucherMinor: 0 });
    expect(splitBack([], 1_000)).toEqual({ parts: [], toVoucherMinor: 1_000 });
  });

  test('the VAT of what stays and its bases add up to its prices', () => {
    const item = fc
      .array(fc.tuple(fc.constantFrom(210, 550, 1000, 2000), amount), { minLength: 1, maxLength: 3 })
      .map((parts) => ({
        priceMinor: sum(parts.map(([, minor]) => minor)),
        vat: parts.map(([rateBasisPoints, amountMinor]) => ({ label: '', rateBasisPoints, amountMinor })),
      }));
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), fc.nat(7), (items, removed) => {
        const rest = items.filter((_, index) => index !== removed);
        const lines = vatOf(rest.map(({ vat }) => vat));
        expect(sum(lines.map(({ baseMinor, vatMinor }) => baseMinor + vatMinor))).toBe(totalOf(rest));
      }),
    );
  });
});
