import { type Drawing, duplicated } from './drawing';
import { inspect } from './plan-faults';
import { newBlock } from './plan-draft';
import {
  newBackground,
  scaledBetween,
  UNITS_PER_METRE,
  viewOf,
  widthInMetres,
  withView,
  withWidth,
} from './plan-pictures';

const stored = { id: 'f1', width: 2000, height: 1000 };
const background = newBackground(stored, { x: 0, y: 0 }, null);

describe('the background of a plan', () => {
  it('is laid around the middle of the plan', () => {
    expect(background).toMatchObject({ x: -500, y: -250, scale: 0.5, isHidden: false });
  });

  it('is scaled by two points and their distance; the first point stays where it is', () => {
    const points = [
      { x: 100, y: 100 },
      { x: 400, y: 500 },
    ] as const;
    // 500 units are to be 20 m.
    const scaled = scaledBetween(background, points, 20);
    expect(scaled?.scale).toBeCloseTo((0.5 * 20 * UNITS_PER_METRE) / 500);
    const pixelOf = (point: { x: number; y: number }, { x, y, scale }: typeof background) => [
      (point.x - x) / scale,
      (point.y - y) / scale,
    ];
    const [before, after] = [pixelOf(points[0], background), pixelOf(points[0], scaled!)];
    expect(after[0]).toBeCloseTo(before[0]!, 1);
    expect(after[1]).toBeCloseTo(before[1]!, 1);
  });

  it('is not scaled by points at one place or a length that is no length', () => {
    const at = { x: 1, y: 1 };
    expect(scaledBetween(background, [at, at], 5)).toBeNull();
    for (const metres of [0, -1, NaN])
      expect(scaledBetween(background, [at, { x: 9, y: 9 }], metres)).toBeNull();
  });

  it('has its width in metres, and keeps place and width when the picture is replaced', () => {
    expect(widthInMetres(background)).toBe(20);
    const wide = withWidth(background, 32);
    expect(widthInMetres(wide)).toBe(32);
    const replaced = newBackground({ id: 'f2', width: 800, height: 800 }, { x: 9, y: 9 }, wide);
    expect([replaced.fileId, replaced.x, widthInMetres(replaced)]).toEqual(['f2', wide.x, 32]);
  });
});

describe('a view from the seats', () => {
  const block = { ...newBlock([], 'gold', 'Stalls'), id: 'b1' };
  const drawing: Drawing = {
    ...{ name: 'Cabaret', blocks: [block], tables: [], outlines: [], texts: [], background: null, views: [] },
  };

  it('is set, replaced and removed for one block', () => {
    const first = withView(drawing, 'b1', { fileId: 'f1', alt: '' });
    const second = withView(first, 'b1', { fileId: 'f2', alt: 'The stage' });
    expect(second.views).toEqual([{ itemId: 'b1', fileId: 'f2', alt: 'The stage' }]);
    expect(viewOf(withView(second, 'b1', null), 'b1')).toBeUndefined();
  });

  it('needs a description before the plan is published, unless its block is gone', () => {
    const undescribed = withView(drawing, 'b1', { fileId: 'f1', alt: ' ' });
    expect(inspect(undescribed).faults).toMatchObject([{ code: 'view-alt-missing', itemId: 'b1' }]);
    expect(inspect({ ...undescribed, blocks: [] }).faults).toEqual([]);
  });

  it('is not copied with its block: other seats see something else', () => {
    const described = withView(drawing, 'b1', { fileId: 'f1', alt: 'The stage' });
    expect(duplicated(described, new Set(['b1']), { dx: 0, dy: 700 }, () => 'b2').drawing.views).toHaveLength(
      1,
    );
  });
});
