import { placed } from './top-layer';

const frame = { width: 1000, height: 600 };
const box = { width: 200, height: 100 };

it('is placed under its anchor when there is room', () => {
  expect(placed({ left: 300, top: 80, bottom: 110 }, box, frame)).toEqual({ x: 300, y: 110 });
});

it('is placed above the anchor at the bottom of the window, and kept inside its edge', () => {
  expect(placed({ left: 950, top: 560, bottom: 590 }, box, frame)).toEqual({ x: 792, y: 460 });
});

it('stays inside a window that is too small for it', () => {
  expect(
    placed({ left: -40, top: 20, bottom: 50 }, { width: 900, height: 700 }, { width: 400, height: 300 }),
  ).toEqual({ x: 8, y: 8 });
});
