import {
  amountsOf,
  dueNow,
  payableAmounts,
  progressOf,
  scheduleErrors,
  type Agreed,
} from './instalments.domain';

const group: Agreed[] = [
  { label: 'Acompte', dueOn: '2027-01-10', share: { kind: 'percentage', points: 3_000 } },
  { label: 'Deuxième acompte', dueOn: '2027-02-10', share: { kind: 'amount', amountMinor: 20_000 } },
  { label: 'Solde', dueOn: '2027-03-10', share: { kind: 'rest' } },
];
const minors = (agreed: Agreed[], total: number) =>
  amountsOf(agreed, total).map(({ amountMinor }) => amountMinor);

test('a schedule adds up to its total whatever the total is (R-083)', () => {
  expect(minors(group, 100_001)).toEqual([30_000, 20_000, 50_001]);
  for (let total = 0; total < 90_000; total += 1_237)
    expect(minors(group, total).reduce((sum, each) => sum + each, 0)).toBe(total);
  expect(minors(group, 10_000)).toEqual([3_000, 7_000, 0]);
});

test('a schedule that exceeds its total is refused (R-083)', () => {
  const context = { totalMinor: 100_000, lastDay: '2027-03-20' };
  expect(scheduleErrors(group, context)).toEqual([]);
  expect(scheduleErrors(group, { ...context, totalMinor: 25_000 })).toEqual([
    { code: 'instalments.exceed-total', index: 1 },
  ]);
  expect(scheduleErrors(group, { ...context, lastDay: '2027-03-09' })).toEqual([
    { code: 'instalments.too-late', index: 2 },
  ]);
  expect(scheduleErrors(group.slice(0, 2), context)).toEqual([
    { code: 'instalments.last-is-rest', index: 1 },
  ]);
  const [deposit, second, rest] = group;
  expect(scheduleErrors([second!, deposit!, rest!], context)).toEqual([
    { code: 'instalments.dates-in-order', index: 1 },
  ]);
  expect(scheduleErrors([deposit!, rest!, rest!], context).map(({ code }) => code)).toEqual([
    'instalments.last-is-rest',
    'instalments.dates-in-order',
  ]);
});

test('payments cover the earliest instalments, and what is late is due together', () => {
  const instalments = amountsOf(group, 100_000);
  const on = (paid: number, today: string) => progressOf(instalments, paid, today);
  expect(on(0, '2027-01-01').map(({ state }) => state)).toEqual(['NEXT', 'LATER', 'LATER']);
  expect(dueNow(on(0, '2027-01-10'))).toEqual({ amountMinor: 30_000, dueOn: '2027-01-10' });
  const late = on(35_000, '2027-04-01');
  expect(late.map(({ state, paidMinor }) => [state, paidMinor])).toEqual([
    ['PAID', 30_000],
    ['LATE', 5_000],
    ['LATE', 0],
  ]);
  expect(dueNow(late)).toEqual({ amountMinor: 65_000, dueOn: '2027-03-10' });
  expect(payableAmounts(late)).toEqual([15_000, 65_000]);
  expect(dueNow(on(100_000, '2027-04-01'))).toEqual({ amountMinor: 0, dueOn: null });
  expect(payableAmounts(on(100_000, '2027-04-01'))).toEqual([]);
});
