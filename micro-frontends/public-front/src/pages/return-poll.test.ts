import type { Reservation } from '../api/types';
import { nextPoll } from './return-poll';

const reservation = (overrides: Partial<Reservation>): Reservation => ({
  id: 'r',
  code: 'R-7K3M-9QX4',
  state: 'DRAFT',
  outcome: 'PENDING',
  tickets: [],
  totalMinor: 26700,
  documentId: null,
  documentReady: false,
  ticketsOn: null,
  orderKey: null,
  mailSent: false,
  refund: null,
  ...overrides,
});

describe('waiting for the bank', () => {
  it('polls every second while the payment is in progress, then less often, and stops after ten minutes (R-161)', () => {
    expect(nextPoll(reservation({}), 0)).toBe(1000);
    expect(nextPoll(reservation({}), 60_000)).toBe(3000);
    expect(nextPoll(reservation({}), 500_000)).toBe(15_000);
    // The last answer comes when the time is over.
    expect(nextPoll(reservation({}), 594_000)).toBe(6_000);
    expect(nextPoll(reservation({}), 600_000)).toBe(false);
    expect(nextPoll(undefined, 0)).toBe(1000);
  });

  it('stops at a final outcome; after a payment it polls until tickets and mail are done', () => {
    expect(nextPoll(reservation({ outcome: 'REFUSED' }), 0)).toBe(false);
    expect(nextPoll(reservation({ outcome: 'VALIDATED', ticketsOn: '2026-12-10' }), 0)).toBe(false);
    expect(nextPoll(reservation({ outcome: 'CANCELLED' }), 0)).toBe(false);
    expect(nextPoll(reservation({ outcome: 'REFUND' }), 0)).toBe(false);
    expect(nextPoll(reservation({ outcome: 'VALIDATED' }), 0)).toBe(1000);
    expect(nextPoll(reservation({ outcome: 'VALIDATED', documentReady: true, mailSent: true }), 0)).toBe(
      false,
    );
    expect(nextPoll(reservation({ outcome: 'VALIDATED' }), 200_000)).toBe(false);
  });
});
