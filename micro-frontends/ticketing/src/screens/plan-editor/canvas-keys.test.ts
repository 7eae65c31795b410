import { previewSeats, type PreviewShape } from '@coulisse/seat-plan';
import { canvasAct, middleOf, nextSeat, within } from './canvas-keys';
import { TOOLS } from './key-commands';
import { newBlock } from './plan-draft';

const press = (key: string, held: Partial<Record<'shiftKey' | 'ctrlKey' | 'altKey', boolean>> = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false },
  ...held,
});
const state = { tool: 'select', hasSelection: false, hasBackground: false, isMeasuring: false } as const;

const seats: PreviewShape[] = previewSeats([
  { ...newBlock([], 'gold', 'Parterre'), rows: 2, seatsPerRow: 3, curve: 0, aisleAfter: [] },
]);

describe('every tool is used by keyboard', () => {
  it.each(TOOLS.filter((tool) => tool !== 'select'))('arrows do something with %s', (tool) => {
    expect(canvasAct(press('ArrowLeft'), { ...state, tool })).toBeDefined();
  });

  it.each(['rows', 'arc', 'round', 'rectangle', 'outline', 'text', 'brush'] as const)(
    'Space and Enter use %s where it is',
    (tool) => {
      expect(canvasAct(press(' '), { ...state, tool })).toEqual({ type: 'press' });
      expect(canvasAct(press('Enter'), { ...state, tool })).toEqual({ type: 'press' });
    },
  );

  it('arrows move the view while nothing is selected, else the selection, which the editor moves', () => {
    expect(canvasAct(press('ArrowDown'), state)).toMatchObject({ type: 'pan', dx: 0 });
    expect(canvasAct(press('ArrowDown'), { ...state, hasSelection: true })).toBeUndefined();
  });

  it('arrows move a background, and the mark while it is measured', () => {
    const background = { ...state, tool: 'background', hasBackground: true } as const;
    expect(canvasAct(press('ArrowUp'), background)).toEqual({ type: 'ground', dx: 0, dy: -1 });
    expect(canvasAct(press('ArrowUp'), { ...background, isMeasuring: true })).toMatchObject({ type: 'step' });
    expect(canvasAct(press('Enter'), { ...background, isMeasuring: true })).toEqual({ type: 'press' });
  });

  it('Shift takes longer steps, and marks on the way with the brush', () => {
    const rows = { ...state, tool: 'rows' } as const;
    expect(canvasAct(press('ArrowRight'), rows)).toEqual({ type: 'step', dx: 5, dy: 0 });
    expect(canvasAct(press('ArrowRight', { shiftKey: true }), rows)).toEqual({ type: 'step', dx: 25, dy: 0 });
    expect(canvasAct(press('ArrowRight', { shiftKey: true }), { ...state, tool: 'brush' })).toEqual({
      ...{ type: 'seat', direction: 'right', paints: true },
    });
  });

  it('shortcuts of the editor and of the browser stay theirs', () => {
    expect(canvasAct(press('ArrowRight', { ctrlKey: true }), { ...state, tool: 'rows' })).toBeUndefined();
    expect(canvasAct(press('ArrowLeft', { altKey: true }), state)).toBeUndefined();
    expect(canvasAct(press('r'), { ...state, tool: 'rows' })).toBeUndefined();
  });
});

test('the brush begins at the seat nearest to the middle, and goes from seat to seat up to the last one', () => {
  const [first] = seats;
  if (!first) throw new Error('no seat');
  const begun = nextSeat(seats, null, null, { x: first.x - 500, y: first.y });
  expect(begun).toBe(first);
  const second = nextSeat(seats, first, 'right', first);
  expect(second?.label).not.toBe(first.label);
  expect(nextSeat(seats, first, 'left', first)).toBe(first);
  expect(nextSeat([], null, null, first)).toBeNull();
});

test('the view follows a point that leaves it, and stays while the point is in it', () => {
  const view = { x: 0, y: 0, scale: 2 };
  const size = { width: 400, height: 200 };
  expect(middleOf(view, size)).toEqual({ x: 100, y: 50 });
  expect(within(view, { x: 100, y: 50 }, size)).toBe(view);
  expect(within(view, { x: 300, y: 50 }, size)).toEqual({ ...view, x: 120 });
  expect(within(view, { x: 100, y: -10 }, size)).toEqual({ ...view, y: -30 });
});
