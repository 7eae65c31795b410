import { missingLocaleKeys } from '@coulisse/resource';
import { leftOf, withUse } from './avoir-uses.domain';
import { depositOf } from './deposit.domain';
import { hasCountedLine } from './lines';
import { withChosen } from './options.domain';
import * as resources from './index';
import { addDays } from './terms';

test.each(Object.values(resources))('$name has its texts in both languages', (resource) => {
  expect(missingLocaleKeys(resource)).toEqual([]);
});

test('a deposit is a share or an amount, and by default the share of the quote', () => {
  const quoted = { totalTTC: '172.75', depositPercent: '30' };
  expect(depositOf(quoted, { percent: null, amountTTC: null })).toBe(5183);
  expect(depositOf(quoted, { percent: '50', amountTTC: null })).toBe(8638);
  expect(depositOf(quoted, { percent: null, amountTTC: '0.01' })).toBe(1);
  expect(depositOf({ ...quoted, depositPercent: null }, { percent: null, amountTTC: null })).toBe(0);
});

test('options that the customer takes are chosen; the others stay proposed', () => {
  const items = [
    { id: 'a', option: null },
    { id: 'b', option: 'proposed' as const },
    { id: 'c', option: 'proposed' as const },
  ];
  expect(withChosen(items, ['c']).map(({ option }) => option)).toEqual([null, 'proposed', 'chosen']);
  expect(withChosen(items, []).map(({ option }) => option)).toEqual([null, 'proposed', 'proposed']);
});

test('texts and options that are not chosen do not make a document', () => {
  expect(hasCountedLine([{ kind: 'text' }, { kind: 'line', option: 'proposed' }])).toBe(false);
  expect(hasCountedLine([{ kind: 'line', option: 'chosen' }])).toBe(true);
});

test('what is left of a credit note is what was not used', () => {
  const refund = { kind: 'REFUNDED', date: '2026-11-23', amount: '60.00' } as const;
  const uses = withUse(withUse([], refund), { ...refund, amount: '0.01' });
  expect(leftOf({ totalTTC: '120.00', uses })).toBe(5999);
  expect(new Set(uses.map(({ id }) => id)).size).toBe(2);
});

test.each([
  ['2026-12-01', 30, '2026-12-31'],
  ['2027-02-27', 2, '2027-03-01'],
  ['2026-10-24', 2, '2026-10-26'],
])('%s and %i days are %s', (day, days, later) => {
  expect(addDays(day, days)).toBe(later);
});
