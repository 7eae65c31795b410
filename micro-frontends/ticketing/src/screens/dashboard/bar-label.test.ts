import { labelMiddle } from './bar-label';

test('a label is above the middle of its bar, and never leaves the chart', () => {
  expect(labelMiddle(200, 60, 440)).toBe(200);
  expect(labelMiddle(425, 60, 440)).toBe(410);
  expect(labelMiddle(10, 60, 440)).toBe(30);
});
