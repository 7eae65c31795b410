import type { ResourceRow } from '@coulisse/mfe-kit';
import { customerEvents, eventTime } from './customer-events';

const row = (id: string, values: object) => ({ id, version: 1, ...values }) as unknown as ResourceRow;

test('mails and payments are told in one order, the latest first', () => {
  const events = customerEvents(
    [
      row('m1', { sentAt: '2027-01-02T10:00:00Z', createdAt: '2027-01-01T10:00:00Z' }),
      row('m2', { sentAt: null, createdAt: '2027-01-03T10:00:00Z' }),
    ],
    [row('p1', { createdAt: '2027-01-02T12:00:00Z', date: '2027-01-02' })],
  );
  expect(events.map(({ key }) => key)).toEqual(['mail-m2', 'payment-p1', 'mail-m1']);
  expect(customerEvents([], [])).toEqual([]);
});

test('the time of an event is shown only where there is one', () => {
  expect(eventTime({ at: '2026-11-29' }, 'fr')).toBe('dim. 29 nov.');
  expect(eventTime({ at: '2026-11-29T00:28:00' }, 'fr')).toBe('dim. 29 nov. 00:28');
});
