/** @jest-environment jsdom */
import { dropKeptSeats, keepSeats, keptSeats } from './kept-seats';

const KEPT = { token: 'k', until: 2_000, seats: ['a', 'b'], drivers: 1, formulaBySeat: { a: 'f' } };

beforeEach(() => sessionStorage.clear());

test('seats are found again for their performance, until their time is over', () => {
  keepSeats('tonight', KEPT);
  expect(keptSeats('tonight', 1_999)).toEqual(KEPT);
  expect(keptSeats('tonight', 2_000)).toBeNull();
  expect(keptSeats('tomorrow', 1_999)).toBeNull();
});

test('dropped seats are not found', () => {
  keepSeats('tonight', KEPT);
  dropKeptSeats('tonight');
  expect(keptSeats('tonight', 0)).toBeNull();
});

test.each(['{', 'null', '[]', '{"token":"k"}', JSON.stringify({ ...KEPT, seats: [1] })])(
  'what is no choice is ignored: %s',
  (text) => {
    sessionStorage.setItem('desk-seats:tonight', text);
    expect(keptSeats('tonight', 0)).toBeNull();
  },
);
