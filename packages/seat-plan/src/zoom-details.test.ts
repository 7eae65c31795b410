/** @jest-environment jsdom */
import { createZoomDetails } from './zoom-details';
import type { DrawnSeat } from './markup';

const seat = (id: string, x: number, y: number, number: string): DrawnSeat => ({
  ...{ id, x, y, label: id, row: 'A', number, categoryId: 'gold', isPmr: false, state: 'FREE' },
});
const FRAME = { x: 0, y: 0, width: 400, height: 200, stage: { x: 100, y: 0, width: 200, height: 20 } };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function setUp() {
  const box = document.createElement('div');
  const overlay = box.appendChild(document.createElement('i'));
  const seats = [seat('a', 10, 50, '1'), seat('b', 390, 50, '<2>'), seat('c', 10, 190, '3')];
  const details = createZoomDetails(box, FRAME, seats);
  const numbers = () => [...box.querySelectorAll('.seat-plan-numbers text')].map((text) => text.textContent);
  const show = (zoom: number, x = 0, y = 0) => {
    details.show({ zoom, x, y });
    jest.runAllTimers();
  };
  return { box, overlay, numbers, show };
}

test('numbers of the seats in sight are written from the second zoom on, below what the visitor has chosen', () => {
  const { box, overlay, numbers, show } = setUp();
  show(1.6);
  expect(numbers()).toEqual([]);
  show(2.56);
  expect(numbers()).toEqual(['1']);
  show(2.56, 240, 0);
  expect(numbers()).toEqual(['<2>']);
  show(1);
  expect(numbers()).toEqual([]);
  expect([...box.children].indexOf(overlay)).toBe(1);
});

test('a mini-map shows the part that is in sight, while the plan is enlarged', () => {
  const { box, show } = setUp();
  const miniMap = box.querySelector('.seat-plan-mini')!;
  show(2, 100, 50);
  const part = miniMap.querySelector('.seat-plan-mini-part')!;
  expect(['x', 'y', 'width', 'height'].map((name) => part.getAttribute(name))).toEqual([
    ...['100', '50', '200', '100'],
  ]);
  expect(miniMap.classList.contains('seat-plan-mini-shown')).toBe(true);
  show(1);
  expect(miniMap.classList.contains('seat-plan-mini-shown')).toBe(false);
});
