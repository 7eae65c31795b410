import {
  awaitsTickets,
  type PaymentOfReservation,
  type ReservationDetails,
  shownProgress,
  type Step,
  whileNewerLoads,
} from './reservation-details';

test('while a newer version loads the one before is shown, of the same reservation alone', () => {
  const before = { items: [], dueMinor: 1_200 } as unknown as ReservationDetails;
  expect(whileNewerLoads('r1')(before, { queryKey: ['reservation', 'r1', 3] })).toBe(before);
  expect(whileNewerLoads('r2')(before, { queryKey: ['reservation', 'r1', 3] })).toBeUndefined();
  expect(whileNewerLoads('r1')(undefined, undefined)).toBeUndefined();
});

test('a sale awaits its tickets until they are numbered and rendered, or due on a later day', () => {
  const at = '2026-12-12T20:30:00Z';
  const sale = (steps: readonly Step[], documentId: string | null = null, ticketsOn: string | null = null) =>
    awaitsTickets({ process: steps.map((step) => ({ step, at })), documentId, ticketsOn });
  expect(sale(['PAID'])).toBe(false);
  expect(sale(['PAID', 'VALIDATED'])).toBe(true);
  expect(sale(['PAID', 'VALIDATED', 'TICKETED'])).toBe(true);
  expect(sale(['PAID', 'VALIDATED', 'TICKETED', 'RENDERED'], 'document')).toBe(false);
  expect(sale(['VALIDATED', 'TICKETED'], null, '2026-12-24')).toBe(false);
});

const at = '2026-11-29T00:40:00Z';
const payment = (paidAt: string, state = 'ACCEPTED'): PaymentOfReservation => ({
  ...{ id: paidAt, state, at: paidAt, amountMinor: 7_999 },
  ...{ toRefundMinor: 0, refundedMinor: 0, refundedAt: null },
});
const progress = (changes: Partial<Parameters<typeof shownProgress>[0]>) =>
  shownProgress({
    ...{ state: 'PRE_RESERVATION', process: [{ step: 'PAID', at }], payments: [payment(at)], dueMinor: 0 },
    ...{ hasEmail: true, hasTelephone: true },
    ...changes,
  });
const names = (changes: Parameters<typeof progress>[0]) => progress(changes).map(({ step }) => step);

test('a sale is paid when nothing is due any more, at its last payment; until then in part', () => {
  expect(progress({ dueMinor: 18_665 })[0]).toEqual({ step: 'PAID_IN_PART', at, isDone: true });
  const later = '2026-12-15T10:00:00Z';
  const payments = [payment(later), payment(at), payment('2026-12-20T10:00:00Z', 'REFUSED')];
  expect(progress({ payments })[0]).toEqual({ step: 'PAID', at: later, isDone: true });
  expect(progress({ process: [], payments: [] })[0]).toEqual({ step: 'PAID', at: null, isDone: false });
});

test('of a sale that was given up only what happened is shown, and that it was given up', () => {
  const canceled = { step: 'CANCELED', at: null, isDone: true };
  expect(progress({ state: 'CANCELED', process: [] })).toEqual([canceled]);
  expect(names({ state: 'CANCELED' })).toEqual(['PAID_IN_PART', 'CANCELED']);
  const sold: Step[] = ['PAID', 'VALIDATED', 'TICKETED'];
  expect(names({ state: 'CANCELED', process: sold.map((step) => ({ step, at })) })).toEqual([
    ...sold,
    'CANCELED',
  ]);
  expect(names({ state: 'QUOTE_REFUSED', process: [] })).toEqual(['QUOTE_REFUSED']);
});

test('a buyer without an address gets no mail, and one without a telephone either is no known client', () => {
  expect(names({ hasEmail: false })).toEqual(['PAID', 'VALIDATED', 'TICKETED', 'RENDERED', 'LINKED']);
  expect(names({ hasEmail: false, hasTelephone: false })).toEqual([
    ...['PAID', 'VALIDATED', 'TICKETED', 'RENDERED'],
  ]);
});
