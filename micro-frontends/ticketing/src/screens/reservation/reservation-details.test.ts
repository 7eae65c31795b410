import { awaitsTickets, type ReservationDetails, whileNewerLoads, type Step } from './reservation-details';

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
