import fc from 'fast-check';
import { generateShapes, planFrame, type PlanBlock } from './index';
import { rowLabels, seatMarkup, tickMarkup } from './markup';
import { neighbour, rowEnds } from './neighbour';
import { MAX_ZOOM, panBy, reveal, visibleBox, wholePlan, zoomAt } from './viewport';

const hall: PlanBlock = {
  id: 'hall',
  name: 'Orchestre',
  categoryId: 'gold',
  rows: 3,
  seatsPerRow: 5,
  firstRow: 'A',
  firstSeat: 1,
  x: 0,
  y: 0,
  rowSpacing: 26,
  seatSpacing: 26,
  curve: 10,
  rotation: 0,
  numbering: 'ODD_EVEN',
  aisleAfter: [2],
  accessible: [],
};
const all = generateShapes([hall]);
const frame = planFrame(all);
const at = (label: string) => all.find((shape) => shape.label === label)!;

describe('arrow keys', () => {
  it('move by position: along the row, over an aisle, to the row behind', () => {
    expect(neighbour(at('A-1'), 'left', all)?.label).toBe('A-3');
    expect(neighbour(at('A-3'), 'right', all)?.label).toBe('A-1');
    expect(neighbour(at('A-1'), 'down', all)?.label).toBe('B-1');
    expect(neighbour(at('A-1'), 'up', all)).toBeNull();
  });

  it('find both ends of a row', () => {
    expect(rowEnds(at('B-2'), all).map((shape) => shape.label)).toEqual(['B-5', 'B-4']);
  });
});

describe('markup', () => {
  const seat = { ...at('A-1'), state: 'FREE' as const };

  it('sets the ARIA attributes of a seat', () => {
    const text = seatMarkup(seat, 'Rang A, place 1, Carré "Or", libre');
    expect(text).toContain('role="button"');
    expect(text).toContain('aria-pressed="false"');
    expect(text).toContain('aria-label="Rang A, place 1, Carré &quot;Or&quot;, libre"');
    expect(seatMarkup({ ...seat, state: 'MINE' }, '')).toContain('aria-pressed="true"');
    expect(seatMarkup({ ...seat, state: 'SOLD' }, '')).toContain('aria-disabled="true"');
  });

  it('draws a ring for an accessible seat, a tick for a selected one and two labels per row', () => {
    expect(seatMarkup({ ...seat, isPmr: true }, '')).toMatch(/^<circle /);
    expect(tickMarkup(seat)).toMatch(/^<path /);
    expect(rowLabels(all).match(/<text/g)).toHaveLength(6);
  });
});

describe('viewport', () => {
  it('stays within the plan after any gestures', () => {
    const gesture = fc.record({
      factor: fc.double({ min: 0.1, max: 10, noNaN: true }),
      dx: fc.integer({ min: -500, max: 500 }),
      dy: fc.integer({ min: -500, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(gesture, { maxLength: 12 }), (gestures) => {
        let view = wholePlan(frame);
        for (const { factor, dx, dy } of gestures) {
          view = panBy(frame, zoomAt(frame, view, factor, { x: dx, y: dy }), dx, dy);
        }
        const box = visibleBox(frame, view);
        expect(view.zoom).toBeGreaterThanOrEqual(1);
        expect(view.zoom).toBeLessThanOrEqual(MAX_ZOOM);
        expect(box.x).toBeGreaterThanOrEqual(frame.x - 1e-6);
        expect(box.y).toBeGreaterThanOrEqual(frame.y - 1e-6);
        expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width + 1e-6);
        expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height + 1e-6);
      }),
    );
  });

  it('zooms around the given point and reveals a seat', () => {
    const near = zoomAt(frame, wholePlan(frame), 4, at('C-1'));
    const box = visibleBox(frame, near);
    expect((at('C-1').x - box.x) / box.width).toBeCloseTo((at('C-1').x - frame.x) / frame.width);
    const far = visibleBox(frame, reveal(frame, near, at('A-5')));
    expect(at('A-5').x).toBeGreaterThan(far.x);
    expect(at('A-5').y).toBeLessThan(far.y + far.height);
  });
});

test('a seat of a whole plan is revealed without a change, also when sizes are no round numbers', () => {
  const odd = { x: -33.1, y: -97.3, width: 1_237.07, height: 844.63 };
  expect(reveal(odd, wholePlan(odd), { x: 700.2, y: 0.1 })).toEqual(wholePlan(odd));
});
