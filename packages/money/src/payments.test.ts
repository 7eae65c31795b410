import fc from 'fast-check';
import { allocatePayment, invalidAllocations, isOverdue, paymentState, remainingOf, sum } from './index';

describe('what remains of a bill (backoffice §2.6)', () => {
  it('follows from payments, refunds, credit notes and what was written off', () => {
    const remaining = remainingOf(10_000, {
      paid: [4_000, 3_000],
      refunded: [1_000],
      credited: [2_000],
      writtenOff: [500],
    });
    expect(remaining).toBe(1_500);
    expect(paymentState(10_000, remaining)).toBe('PARTIALLY_PAID');
    expect(remainingOf(10_000, {})).toBe(10_000);
  });
  it.each([
    [10_000, 10_000, 'UNPAID'],
    [10_000, 9_999, 'PARTIALLY_PAID'],
    [10_000, 1, 'PARTIALLY_PAID'],
    [10_000, 0, 'PAID'],
    [10_000, -1, 'OVERPAID'],
    [0, 0, 'PAID'],
  ])('a bill of %i of which %i remains is %s', (total, remaining, state) =>
    expect(paymentState(total, remaining)).toBe(state),
  );
  it('is overdue after its date only', () => {
    expect(isOverdue(1, '2026-11-22', '2026-11-23')).toBe(true);
    expect(isOverdue(1, '2026-11-23', '2026-11-23')).toBe(false);
    expect(isOverdue(0, '2026-11-22', '2026-11-23')).toBe(false);
    expect(isOverdue(1, null, '2026-11-23')).toBe(false);
  });
});

describe('the allocation of a payment', () => {
  const bills = [
    { id: 'new', remainingMinor: 5_000, dueOn: '2026-12-31' },
    { id: 'undated', remainingMinor: 5_000, dueOn: null },
    { id: 'old', remainingMinor: 5_000, dueOn: '2026-01-31' },
    { id: 'paid', remainingMinor: 0, dueOn: '2025-01-31' },
  ];
  const billsOf = (minor: number, chosen?: string[]) =>
    allocatePayment(minor, bills, chosen).allocations.map((allocation) => [
      allocation.bill,
      allocation.minor,
    ]);
  it('begins with the oldest due date', () =>
    expect(billsOf(12_000)).toEqual([
      ['old', 5_000],
      ['new', 5_000],
      ['undated', 2_000],
    ]));
  it('prefers the chosen bills', () =>
    expect(billsOf(6_000, ['undated', 'new'])).toEqual([
      ['undated', 5_000],
      ['new', 1_000],
    ]));
  it('leaves a credit', () => expect(allocatePayment(20_000, bills).creditMinor).toBe(5_000));
  it('refuses nothing', () => expect(() => allocatePayment(0, bills)).toThrow(RangeError));
  it('names rows above what remains, also when two rows share a bill', () => {
    const remaining = new Map([['a', 100]]);
    const rows = [
      { bill: 'a', minor: 60 },
      { bill: 'a', minor: 41 },
      { bill: 'a', minor: 40 },
      { bill: 'a', minor: 0 },
      { bill: 'other', minor: 1 },
    ];
    expect(invalidAllocations(rows, remaining)).toEqual([rows[1], rows[3], rows[4]]);
  });
  it('adds up and exceeds no bill', () => {
    const bill = fc.record({
      id: fc.uuid(),
      remainingMinor: fc.integer({ min: -100, max: 100_000 }),
      dueOn: fc.constantFrom(null, '2026-01-01', '2026-02-01'),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.uniqueArray(bill, { selector: ({ id }) => id }),
        (minor, owed) => {
          const { allocations, creditMinor } = allocatePayment(minor, owed);
          expect(sum(allocations.map((allocation) => allocation.minor)) + creditMinor).toBe(minor);
          expect(
            invalidAllocations(allocations, new Map(owed.map((each) => [each.id, each.remainingMinor]))),
          ).toEqual([]);
        },
      ),
    );
  });
});
