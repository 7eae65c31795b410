import { missingOfSale, type SaleEntries } from './desk-missing';

const COMPLETE: SaleEntries = {
  ...{ hasSeats: true, hasFormulas: true, hasCustomer: true, hasEmail: false, tooFewOf: null, option: null },
  ...{ isPromotionRefused: false, refusal: null, arePricesPending: false },
  ...{ later: null, hasParts: true, dueMinor: 8_900 },
};
const LATER = { byLink: false, deadline: '2026-12-20T12:00', isAfterStart: false, hasOpenSchedule: false };
const missing = (entries: Partial<SaleEntries>) =>
  missingOfSale({ ...COMPLETE, ...entries }, (key, values) =>
    [key, ...Object.values(values ?? {})].join(' '),
  );

test('a complete sale needs nothing', () => {
  expect(missing({})).toBeNull();
  expect(missing({ later: LATER, hasParts: false })).toBeNull();
});

test.each<[string, Partial<SaleEntries>, string]>([
  ['seats', { hasSeats: false, hasCustomer: false }, 'desk.missing.seats'],
  ['customer', { hasCustomer: false, option: 'Vestiaire' }, 'desk.missing.customer'],
  ['seats', { hasFormulas: false }, 'desk.missing.formula'],
  ['seats', { tooFewOf: { name: 'Groupe', minimumNumberOfPeople: 8 } }, 'desk.missing.people Groupe 8'],
  ['options', { option: 'Vestiaire' }, 'desk.missing.option Vestiaire'],
  ['promotion', { isPromotionRefused: true, refusal: 'Non.' }, 'desk.missing.promotion'],
  ['prices', { refusal: 'Non.' }, 'Non.'],
  ['prices', { arePricesPending: true }, 'desk.missing.prices'],
  ['payment', { hasParts: false }, 'desk.parts'],
  ['payment', { later: { ...LATER, deadline: '' } }, 'voucher-sale.missing.deadline'],
  ['payment', { later: { ...LATER, isAfterStart: true } }, 'desk.deadline.after-start'],
  ['payment', { later: { ...LATER, hasOpenSchedule: true } }, 'instalments.incomplete'],
  ['customer', { later: { ...LATER, byLink: true } }, 'desk.missing.email'],
  ['payment', { later: { ...LATER, byLink: true }, hasEmail: true, dueMinor: 0 }, 'desk.missing.due'],
])('%s: what is missing first is said', (part, entries, text) => {
  expect(missing(entries)).toEqual({ part, text });
});
