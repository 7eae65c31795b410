import fc from 'fast-check';
import { shareMoney, type Share, type SharingBill, type Source } from './share-money.domain';

const bill = (billId: string, needMinor: number, has: Record<string, number> = {}): SharingBill => ({
  ...{ billId, needMinor },
  has: new Map(Object.entries(has)),
});
const source = (sourceId: string, amountMinor: number): Source => ({ sourceId, amountMinor });
const linesOf = (shares: readonly Share[]) =>
  shares.map(({ billId, sourceId, amountMinor }) => `${billId} ${sourceId} ${amountMinor}`);

test('a paid reservation settles its bill, a partly paid one a part of it', () => {
  expect(linesOf(shareMoney([bill('FA-1', 17_800)], [source('card', 17_800)]))).toEqual(['FA-1 card 17800']);
  expect(
    linesOf(shareMoney([bill('FA-1', 17_800)], [source('cash', 5_000), source('voucher', 2_500)])),
  ).toEqual(['FA-1 cash 5000', 'FA-1 voucher 2500']);
});

test('a deposit and the rest share the money; what is over is on no bill', () => {
  const bills = [bill('deposit', 3_000, { first: 3_000 }), bill('balance', 7_000)];
  expect(linesOf(shareMoney(bills, [source('first', 3_000), source('second', 7_500)]))).toEqual([
    'deposit first 3000',
    'balance second 7000',
  ]);
});

test('money that was given back is taken from the last bill', () => {
  const bills = [bill('FA-1', 4_000, { card: 4_000 }), bill('FA-2', 6_000, { card: 6_000 })];
  expect(linesOf(shareMoney(bills, [source('card', 7_000)]))).toEqual(['FA-1 card 4000', 'FA-2 card 3000']);
  expect(linesOf(shareMoney(bills, []))).toEqual(['FA-1 card 0', 'FA-2 card 0']);
});

test('a bill that somebody else has paid gives the money of the box office back', () => {
  const bills = [bill('FA-1', 0, { card: 4_000 }), bill('FA-2', 6_000)];
  expect(linesOf(shareMoney(bills, [source('card', 4_000)]))).toEqual(['FA-1 card 0', 'FA-2 card 4000']);
});

describe('whatever was paid, billed, given back and settled elsewhere', () => {
  const cents = fc.integer({ min: 0, max: 5_000 });
  const ids = ['a', 'b', 'c', 'd'] as const;
  const sources = fc.uniqueArray(fc.record({ sourceId: fc.constantFrom(...ids), amountMinor: cents }), {
    selector: ({ sourceId }) => sourceId,
  });
  const bills = fc
    .array(
      fc.record({
        needMinor: fc.integer({ min: -500, max: 5_000 }),
        has: fc.dictionary(fc.constantFrom(...ids), cents),
      }),
      { maxLength: 5 },
    )
    .map((rows) => rows.map(({ needMinor, has }, index) => bill(`FA-${index}`, needMinor, has)));
  const sumOf = (shares: readonly Share[], key: 'billId' | 'sourceId', id: string) =>
    shares.filter((share) => share[key] === id).reduce((sum, { amountMinor }) => sum + amountMinor, 0);

  test('no cent is counted twice, no bill gets more than it needs, and nothing that is needed lies idle', () => {
    fc.assert(
      fc.property(bills, sources, (billed, paid) => {
        const shares = shareMoney(billed, paid);
        expect(shares.every(({ amountMinor }) => amountMinor >= 0)).toBe(true);
        for (const { sourceId, amountMinor } of paid)
          expect(sumOf(shares, 'sourceId', sourceId)).toBeLessThanOrEqual(amountMinor);
        for (const { billId, needMinor } of billed)
          expect(sumOf(shares, 'billId', billId)).toBeLessThanOrEqual(Math.max(0, needMinor));
        const [neededMinor, paidMinor, sharedMinor] = [
          billed.reduce((sum, { needMinor }) => sum + Math.max(0, needMinor), 0),
          paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
          shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        ];
        expect(sharedMinor).toBe(Math.min(neededMinor, paidMinor));
      }),
    );
  });

  test('sharing again changes nothing, and no bill loses what is still there and needed', () => {
    fc.assert(
      fc.property(bills, sources, (billed, paid) => {
        const shares = shareMoney(billed, paid);
        const again = billed.map((sharing) => ({
          ...sharing,
          has: new Map(
            shares
              .filter(({ billId }) => billId === sharing.billId)
              .map(({ sourceId, amountMinor }) => [sourceId, amountMinor]),
          ),
        }));
        expect(shareMoney(again, paid)).toEqual(shares);
        // More money takes nothing from anybody.
        const later = shareMoney(again, [...paid, source('late', 700)]);
        for (const { billId, sourceId, amountMinor } of shares)
          expect(
            later.find((share) => share.billId === billId && share.sourceId === sourceId)?.amountMinor,
          ).toBe(amountMinor);
      }),
    );
  });
});
