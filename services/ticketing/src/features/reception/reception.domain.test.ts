import fc from 'fast-check';
import { arrivalState, eveningOf } from './reception.domain';

test.each([
  [0, 4, 'NOT_ARRIVED'],
  [1, 4, 'PARTIALLY_ARRIVED'],
  [3, 4, 'PARTIALLY_ARRIVED'],
  [4, 4, 'TOTALLY_ARRIVED'],
])('%i of %i people is %s', (arrived, places, state) => {
  expect(arrivalState(arrived, places)).toBe(state);
});

test('a party is totally arrived only when nobody is missing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.nat(99), (places, arrived) => {
      expect(arrivalState(arrived, places) === 'TOTALLY_ARRIVED').toBe(arrived >= places);
    }),
  );
});

test.each([
  ['2026-11-28T22:59:00Z', '2026-11-28'],
  ['2026-11-28T23:01:00Z', '2026-11-28'],
  ['2026-11-29T04:59:00Z', '2026-11-28'],
  ['2026-11-29T05:01:00Z', '2026-11-29'],
])('at %s the door is that of the evening of %s in Paris: midnight closes no list', (at, evening) => {
  expect(eveningOf(new Date(at), 'Europe/Paris')).toBe(evening);
});
