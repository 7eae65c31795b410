import { swipeOf } from './shown-ticket';

test.each([
  [-120, 10, 1],
  [120, -10, -1],
  [-47, 0, 0],
  [0, 0, 0],
  [-80, 200, 0],
  [60, 61, 0],
])('a movement of %i and %i pixels goes on by %i', (dx, dy, step) => {
  expect(swipeOf(dx, dy)).toBe(step);
});
