import {
  blockersOf,
  missingLocaleKeys,
  transitionOf,
  type AnyRecord,
  type InputOf,
  type RecordOf,
} from '@coulisse/resource';
import { formatAmount } from '@coulisse/money';
import { systemActor } from '@coulisse/service-kit/actor';
import fc from 'fast-check';
import { freeMinor, minorOf, settledMinor, settledOf, sumOf } from './allocations.domain';
import { manualPayment } from './manual-payment.resource';

type Payment = RecordOf<typeof manualPayment>;
type Move = 'allocate' | 'release' | 'partially_refund';

it('has a text in both languages for everything that screens show', () => {
  expect(missingLocaleKeys(manualPayment)).toEqual([]);
});

const A = 'a';
const B = 'b';
const C = 'c';
const validated = (amount: string, ...parts: readonly [bill: string, amount: string][]): Payment =>
  ({
    ...{ id: 'p', state: 'VALIDATED', amount, refunds: [] },
    items: parts.map(([bill, part]) => ({ id: bill, bill, amount: part, settled: part })),
  }) as unknown as Payment;

const refund = (amount: string) => ({ amount, date: '2026-01-02', method: 'CASH', reference: null }) as const;

/** What the declaration answers: the payment afterwards, or the codes and pointers of its refusal. */
function moved<T extends Move>(
  payment: Payment,
  name: T,
  input: InputOf<typeof manualPayment, T>,
): Payment | string[] {
  const { needs = [], inputRules = [], values } = transitionOf(manualPayment, name)!;
  const record = payment as unknown as AnyRecord;
  const context = { actor: systemActor(null, 'test'), record, input, facts: { today: '2026-01-02' } };
  const blockers = [...blockersOf(needs, context), ...blockersOf(inputRules, context)];
  if (blockers.length > 0) return blockers.map(({ code, pointer = '' }) => `${code} ${pointer}`.trim());
  return { ...payment, ...values?.(context) };
}
const settles = (payment: Payment | string[], ...bills: string[]) =>
  Array.isArray(payment) ? payment : bills.map((bill) => settledOf(payment, bill));

it('allocates free money to a new bill, or to one that has some already', () => {
  const payment = validated('100.00', [A, '60.00']);
  const first = moved(payment, 'allocate', { bill: B, amount: '30.00' }) as Payment;
  const second = moved(first, 'allocate', { bill: A, amount: '10.00' }) as Payment;
  expect([settles(second, A, B), freeMinor(second), second.items.length]).toEqual([[7000, 3000], 0, 2]);
  expect(moved(second, 'allocate', { bill: C, amount: '0.01' })).toContain('payment.nothing-free');
  expect(moved(payment, 'allocate', { bill: B, amount: '40.01' })).toEqual([
    'payment.above-free /input/amount',
  ]);
});

it('releases no more than a bill has, and nothing that was refunded', () => {
  const payment = validated('100.00', [A, '60.00'], [B, '40.00']);
  const refunded = moved(payment, 'partially_refund', refund('30.00')) as Payment;
  expect(settles(refunded, A, B)).toEqual([6000, 1000]);
  expect(moved(refunded, 'release', { bill: B, amount: '10.01' })).toEqual([
    'payment.above-item /input/amount',
  ]);
  expect(moved(refunded, 'release', { bill: C, amount: '1.00' })).toEqual([
    'payment.not-of-bill /input/bill',
  ]);
  // What is released of the first bill is free: it does not fill up what was refunded of the last one.
  const released = moved(refunded, 'release', { bill: A, amount: '20.00' }) as Payment;
  expect([settles(released, A, B), freeMinor(released)]).toEqual([[4000, 1000], 2000]);
  const again = moved(released, 'allocate', { bill: C, amount: '20.00' }) as Payment;
  expect([settles(again, A, B, C), freeMinor(again)]).toEqual([[4000, 1000, 2000], 0]);
});

it('keeps the item of a bill whose money was released, so that its events go on to name it', () => {
  const released = moved(validated('10.00', [A, '10.00']), 'release', {
    bill: A,
    amount: '10.00',
  }) as Payment;
  expect(released.items).toMatchObject([{ bill: A, amount: '0.00' }]);
  expect(moved(released, 'release', { bill: A, amount: '0.01' })).toContain('payment.nothing-allocated');
});

const cents = (max: number) => fc.integer({ min: 1, max });
const bill = fc.constantFrom('a', 'b', 'c', 'd');
const step = fc.record({
  move: fc.constantFrom<Move>('allocate', 'release', 'partially_refund'),
  bill,
  cents: cents(3_000),
});
/** A payment as `valid` leaves it: its parts are no more than its amount. */
const payments = fc
  .record({
    amount: cents(10_000),
    parts: fc.uniqueArray(fc.tuple(bill, cents(5_000)), { selector: ([of]) => of }),
  })
  .map(({ amount, parts }) => {
    let left = amount;
    const items = parts.flatMap(([of, wished]): [string, string][] => {
      const part = Math.min(left, wished);
      left -= part;
      return part > 0 ? [[of, formatAmount(part)]] : [];
    });
    return validated(formatAmount(amount), ...items);
  });

it('never loses or makes money, and moves only what it was asked to', () => {
  const done = { allocate: 0, release: 0, partially_refund: 0 };
  fc.assert(
    fc.property(payments, fc.array(step, { maxLength: 30 }), (start, steps) => {
      let payment = start;
      const bills = ['a', 'b', 'c', 'd'];
      for (const { move, bill: of, cents: wished } of steps) {
        const amount = formatAmount(wished);
        const after =
          move === 'partially_refund'
            ? moved(payment, move, refund(amount))
            : moved(payment, move, { bill: of, amount });
        const [free, settled] = [freeMinor(payment), settledOf(payment, of)];
        const refundable = minorOf(payment.amount) - sumOf(payment.refunds);
        // Refused exactly when there is less money than was asked for; the last cent is given back by `refund`.
        const most = { allocate: free, release: settled, partially_refund: refundable - 1 }[move];
        expect([move, Array.isArray(after)]).toEqual([move, wished > most]);
        if (Array.isArray(after)) continue;
        done[move] += 1;
        const others = bills.filter((other) => other !== of);
        const change = { allocate: -wished, release: wished, partially_refund: -Math.min(free, wished) }[
          move
        ];
        expect(freeMinor(after)).toBe(free + change);
        if (move !== 'partially_refund') {
          expect(settles(after, ...others)).toEqual(settles(payment, ...others));
          expect(settledOf(after, of)).toBe(settled - change);
        }
        const now = settledMinor(after);
        const sum = now.reduce((total, each) => total + each, 0) + freeMinor(after) + sumOf(after.refunds);
        expect(sum).toBe(minorOf(after.amount));
        const parts = after.items.map(({ amount: part }) => minorOf(part));
        expect([...now, ...parts].every((minor) => minor >= 0)).toBe(true);
        payment = after;
      }
    }),
    { numRuns: 300 },
  );
  // Every kind of step was really done.
  expect(Math.min(...Object.values(done))).toBeGreaterThan(50);
});
