/** @jest-environment jsdom */
import { hasWantedSeats, keepWantedSeats, takeWantedSeats } from './wanted-seats';

test('the choice is kept for its performance, and taken once', () => {
  const choice = new Map([
    ['a1', null],
    ['a2', 'full-price'],
  ]);
  keepWantedSeats('tonight', choice);
  expect([hasWantedSeats('tonight'), hasWantedSeats('tomorrow')]).toEqual([true, false]);
  expect(takeWantedSeats('tomorrow').size).toBe(0);
  expect(takeWantedSeats('tonight')).toEqual(choice);
  expect(takeWantedSeats('tonight').size).toBe(0);
});

test.each(['{', '7', '[1,["a"],["b",null]]', ''])('ignores what it cannot read: %s', (text) => {
  sessionStorage.setItem('wanted-seats:tonight', text);
  expect([...takeWantedSeats('tonight').keys()].every((seat) => seat === 'b')).toBe(true);
});
