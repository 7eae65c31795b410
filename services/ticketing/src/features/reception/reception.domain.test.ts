import fc from 'fast-check';
import { arrivalState } from './reception.domain';

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
