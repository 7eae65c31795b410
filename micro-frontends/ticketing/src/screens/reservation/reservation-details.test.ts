import { type ReservationDetails, whileNewerLoads } from './reservation-details';

test('while a newer version loads the one before is shown, of the same reservation alone', () => {
  const before = { items: [], dueMinor: 1_200 } as unknown as ReservationDetails;
  expect(whileNewerLoads('r1')(before, { queryKey: ['reservation', 'r1', 3] })).toBe(before);
  expect(whileNewerLoads('r2')(before, { queryKey: ['reservation', 'r1', 3] })).toBeUndefined();
  expect(whileNewerLoads('r1')(undefined, undefined)).toBeUndefined();
});
