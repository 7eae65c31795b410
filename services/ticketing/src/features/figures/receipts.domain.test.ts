import fc from 'fast-check';
import { splitInclusive, sum } from '@coulisse/money';
import { receiptsOfPerformance, sumOfReceipts, type ReceiptShare } from './receipts.domain';

/** The shares of one price: rates and amounts. */
const price = (...shares: [rateBasisPoints: number, amountMinor: number][]): ReceiptShare[] =>
  shares.map(([rateBasisPoints, amountMinor]) => ({
    rateBasisPoints,
    amountMinor,
    rates: shares.map(([rate]) => rate),
  }));
const total = (shares: ReceiptShare[]) => sumOfReceipts(receiptsOfPerformance([shares]));

describe('receipts of a performance (R-174)', () => {
  test('a dinner show is split: the show at 5.5 or 2.1 %, what is served at 10 and 20 %', () => {
    expect(total(price([550, 4_220], [1_000, 3_300], [2_000, 1_200]))).toEqual({
      show: { ttcMinor: 4_220, htMinor: 4_000 },
      meal: { ttcMinor: 4_500, htMinor: 4_000 },
    });
    expect(total(price([210, 4_084], [1_000, 3_300])).show).toEqual({ ttcMinor: 4_084, htMinor: 4_000 });
  });

  test.each([[550], [2_000], [1_000], [0]])('a price at %i alone is all for the show', (rate) =>
    expect(total(price([rate, 5_000]))).toMatchObject({
      show: { ttcMinor: 5_000 },
      meal: { ttcMinor: 0, htMinor: 0 },
    }),
  );

  test('a show with consumption at 20 % and its meal at 10 % are not split', () =>
    expect(total(price([2_000, 6_000], [1_000, 2_200])).show).toEqual({ ttcMinor: 8_200, htMinor: 7_000 }));

  test('what a share is for depends on its own price, not on the other prices of the performance', () =>
    expect(total([...price([550, 4_220], [2_000, 1_200]), ...price([2_000, 6_000])])).toEqual({
      show: { ttcMinor: 10_220, htMinor: 9_000 },
      meal: { ttcMinor: 1_200, htMinor: 1_000 },
    }));

  test('three categories of the same price: VAT is taken out once, not three times', () => {
    const groups = [price([550, 1_009]), price([550, 1_009]), price([550, 1_009])];
    // 1,009 is 956.40 without VAT, and three of them are 2,869.19.
    expect(receiptsOfPerformance(groups).map(({ show }) => show.htMinor)).toEqual([957, 956, 956]);
    expect(sumOfReceipts(receiptsOfPerformance(groups)).show.htMinor).toBe(2_869);
  });

  const prices = fc.array(
    fc.uniqueArray(fc.tuple(fc.constantFrom(0, 210, 550, 1_000, 2_000), fc.nat(99_999)), {
      selector: ([rate]) => rate,
      maxLength: 4,
    }),
    { minLength: 1, maxLength: 12 },
  );

  test('rows add up to what is declared in one amount, however tickets are grouped, and no row is a cent off', () => {
    fc.assert(
      fc.property(prices, fc.nat(12), (entries, cut) => {
        const groups = entries.map((shares) => price(...shares));
        const receipts = receiptsOfPerformance(groups);
        const declared = sumOfReceipts(receipts);
        expect(sumOfReceipts(receiptsOfPerformance([groups.flat()]))).toEqual(declared);
        expect(
          sumOfReceipts(receiptsOfPerformance([groups.slice(0, cut).flat(), groups.slice(cut).flat()])),
        ).toEqual(declared);
        expect(declared.show.ttcMinor + declared.meal.ttcMinor).toBe(
          sum(groups.flat().map(({ amountMinor }) => amountMinor)),
        );
        receipts.forEach(({ show, meal }, index) => {
          const own = groups[index] ?? [];
          const exact = sum(
            own.map(
              ({ amountMinor, rateBasisPoints }) => splitInclusive(amountMinor, rateBasisPoints).baseMinor,
            ),
          );
          expect(Math.abs(show.htMinor + meal.htMinor - exact)).toBeLessThanOrEqual(own.length);
        });
      }),
    );
  });
});
