import { isOfShop, orderOf, outcomeOf, parseSystempayNotification } from './systempay-notification.domain';

const reference = `R-7K3M-9QX4-EUR-${'0a'.repeat(16)}`;
const fieldsOf = (changes: Record<string, string> = {}) =>
  Object.entries({
    vads_order_id: reference,
    vads_amount: '17800',
    vads_currency: '978',
    vads_site_id: '12345678',
    vads_ctx_mode: 'TEST',
    vads_trans_id: '000042',
    vads_trans_date: '20261212203005',
    vads_trans_uuid: '5c'.repeat(16),
    vads_trans_status: 'AUTHORISED',
    vads_operation_type: 'DEBIT',
    vads_auth_number: '3fe1b2',
    vads_result: '00',
    ...changes,
  }).map(([name, value]) => ({ name, value }));
const read = (changes: Record<string, string> = {}) => parseSystempayNotification(fieldsOf(changes));

it('reads a report', () => {
  expect(read()).toMatchObject({
    provider: 'SYSTEMPAY',
    amountMinor: 17800,
    order: { code: 'R-7K3M-9QX4', currency: 'EUR' },
    callNumber: '20261212203005000042',
    transactionNumber: '5c'.repeat(16),
    authorisation: '3fe1b2',
    code: '00',
    outcome: 'ACCEPTED',
  });
});

it.each([
  ['AUTHORISED', 'ACCEPTED'],
  ['CAPTURED', 'ACCEPTED'],
  ['REFUSED', 'REFUSED'],
  ['EXPIRED', 'REFUSED'],
  ['ABANDONED', 'CANCELLED'],
  ['CANCELLED', 'CANCELLED'],
  ['NOT_CREATED', 'CANCELLED'],
  ['PARTIALLY_AUTHORISED', 'PENDING'],
  ['WAITING_AUTHORISATION', 'PENDING'],
  ['UNDER_VERIFICATION', 'PENDING'],
  ['', 'PENDING'],
  ['constructor', 'PENDING'],
])('a transaction that is %j is %s', (status, outcome) => {
  expect(outcomeOf(status, 'DEBIT')).toBe(outcome);
});

it('a refund in the back office pays nothing', () => {
  expect(outcomeOf('CAPTURED', 'CREDIT')).toBe('PENDING');
});

it('an authorisation and its capture are one attempt, and a pending report is another', () => {
  const keyOf = ({ callNumber, transactionNumber, code }: ReturnType<typeof read>) =>
    [callNumber, transactionNumber, code].join();
  expect(keyOf(read({ vads_trans_status: 'CAPTURED' }))).toBe(keyOf(read()));
  expect(keyOf(read({ vads_trans_status: 'UNDER_VERIFICATION' }))).not.toBe(keyOf(read()));
});

it.each([
  ['05', 'REFUSED', '05'],
  ['00', 'REFUSED', 'REFUSED'],
  ['', 'NOT_CREATED', 'NOT_CREATE'],
  ["'; --", 'ABANDONED', 'ABANDONED'],
])('the code of result %j and status %s is %s', (result, status, code) => {
  expect(read({ vads_result: result, vads_trans_status: status }).code).toBe(code);
});

it('takes the currency that was signed, not the one in the reference', () => {
  expect(read({ vads_currency: '840' }).order?.currency).toBe('');
});

it.each(['', '-100', '1e3', '178.00', '9'.repeat(13)])('has no amount in %j', (amount) => {
  expect(read({ vads_amount: amount }).amountMinor).toBeNull();
});

it('knows the reports about its shop and its mode', () => {
  const shop = { siteId: '12345678', mode: 'TEST', key: 'x' } as const;
  expect(isOfShop(fieldsOf(), shop)).toBe(true);
  expect(isOfShop(fieldsOf({ vads_site_id: '87654321' }), shop)).toBe(false);
  expect(isOfShop(fieldsOf({ vads_ctx_mode: 'PRODUCTION' }), shop)).toBe(false);
  expect(orderOf(fieldsOf({ vads_order_id: 'R-1' }))).toBeNull();
});
