import { orderErrors } from './ordered-voucher.domain';

const days = { first: '2026-11-26', last: '2027-11-26' };
const wish = { amount: '50', formula: null, beneficiaryEmail: null, sendOn: null };
const to = 'alix@example.test';
const formula = '0192f000-0000-7000-8000-00000000000a';

test.each([
  ['an amount', {}],
  ['the least amount', { amount: '1' }],
  ['the greatest one', { amount: '10000.00' }],
  ['a formula', { amount: null, formula }],
  ['an address, at once', { beneficiaryEmail: to }],
  ['today', { beneficiaryEmail: to, sendOn: days.first }],
  ['the last day', { beneficiaryEmail: to, sendOn: days.last }],
])('a voucher may be ordered with %s', (_what, changes) => {
  expect(orderErrors({ ...wish, ...changes }, days)).toEqual([]);
});

test.each([
  ['for nothing', { amount: null }, '/amount', 'gift-voucher.one-line'],
  ['for two things', { formula }, '/amount', 'gift-voucher.one-line'],
  ['for too little', { amount: '0.99' }, '/amount', 'validation.value-min'],
  ['for too much', { amount: '10000.01' }, '/amount', 'validation.value-max'],
  ['for yesterday', { beneficiaryEmail: to, sendOn: '2026-11-25' }, '/sendOn', 'gift-voucher.send-on'],
  ['after its end', { beneficiaryEmail: to, sendOn: '2027-11-27' }, '/sendOn', 'gift-voucher.send-on'],
  ['for nobody', { sendOn: '2026-12-24' }, '/beneficiaryEmail', 'gift-voucher.recipient-needed'],
])('a voucher is not ordered %s', (_what, changes, pointer, code) => {
  expect(orderErrors({ ...wish, ...changes }, days)).toMatchObject([{ pointer, code }]);
});
