import { isOrphan, isUnreadable, reasonKey, until, type FailedDelivery } from './failure';

const reason = (code: string, isBehindAnother = false) =>
  reasonKey({ isBehindAnother, error: { code, detail: null } });

it.each([
  ['deferred', 'deferred'],
  ['unreadable', 'unreadable'],
  ['ECONNREFUSED', 'unreachable'],
  ['EPIPE', 'unreachable'],
  ['UND_ERR_SOCKET', 'unreachable'],
  ['TimeoutError', 'unreachable'],
  ['57P01', 'database'],
  ['40001', 'database'],
  ['TypeError', 'unexpected'],
  ['Error', 'unexpected'],
])('%s is %s', (code, key) => expect(reason(code)).toBe(`failure.reason.${key}`));

it('prefers the reason that it waits for another delivery', () =>
  expect(reason('EPIPE', true)).toBe('failure.reason.behind'));

it.each([
  [0, 'maintenant'],
  [-5, 'maintenant'],
  [8, 'dans 8 secondes'],
  [90, 'dans 2 minutes'],
  [7_200, 'dans 2 heures'],
])('%d s from now is %s', (seconds, text) =>
  expect(until(new Date(seconds * 1_000).toISOString(), 'fr', 0)).toBe(text),
);

it('detects an unreadable event by its tenant', () => {
  const tenantId = '00000000-0000-0000-0000-000000000000';
  expect(isUnreadable({ tenantId } as FailedDelivery)).toBe(true);
});

it('is an orphan when nothing handles it any more, unless nobody can read it', () => {
  const delivery = { tenantId: '0199a0a0-0000-7000-8000-000000000001' } as FailedDelivery;
  expect(isOrphan({ ...delivery, isRetriable: false })).toBe(true);
  expect(isOrphan({ ...delivery, isRetriable: true })).toBe(false);
  const tenantId = '00000000-0000-0000-0000-000000000000';
  expect(isOrphan({ ...delivery, tenantId, isRetriable: false })).toBe(false);
});
