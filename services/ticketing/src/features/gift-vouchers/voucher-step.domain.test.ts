import { stepOf, type LookedAfter } from './voucher-step.domain';

const voucher: LookedAfter = {
  state: 'VALIDATED',
  isAbandoned: false,
  isSent: true,
  hasDocument: true,
  sendOn: null,
  validityDate: '2027-11-26',
  isReminded: false,
  balanceMinor: 5000,
};
const on = (today: string, daysBeforeExpiry: number | null = 30) => ({ today, daysBeforeExpiry });

test.each<[string, Partial<LookedAfter>, ReturnType<typeof on>, ReturnType<typeof stepOf>]>([
  ['a draft that may still be paid', { state: 'DRAFT' }, on('2026-11-26'), null],
  ['a draft that nobody paid', { state: 'DRAFT', isAbandoned: true }, on('2026-11-27'), 'cancel'],
  ['one without a day', { isSent: false }, on('2026-11-26'), 'send'],
  ['one before its day', { isSent: false, sendOn: '2026-12-24' }, on('2026-12-23'), null],
  ['one on its day', { isSent: false, sendOn: '2026-12-24' }, on('2026-12-24'), 'send'],
  ['one whose day was missed', { isSent: false, sendOn: '2026-12-24' }, on('2026-12-26'), 'send'],
  ['one without its PDF', { isSent: false, hasDocument: false }, on('2026-12-24'), null],
  ['one that lasts long', {}, on('2027-10-26'), null],
  ['one that expires in thirty days (R-199)', {}, on('2027-10-27'), 'remind'],
  ['one on its last day', {}, on('2027-11-26'), 'remind'],
  ['one that has expired', {}, on('2027-11-27'), null],
  ['one that was reminded of', { isReminded: true }, on('2027-11-20'), null],
  ['one that is used up', { balanceMinor: 0 }, on('2027-11-20'), null],
  ['one of a theatre that reminds nobody', {}, on('2027-11-20', null), null],
  ['a cancelled one', { state: 'CANCELED', isSent: false }, on('2027-11-20'), null],
])('%s', (_what, changes, terms, step) => {
  expect(stepOf({ ...voucher, ...changes }, terms)).toBe(step);
});
