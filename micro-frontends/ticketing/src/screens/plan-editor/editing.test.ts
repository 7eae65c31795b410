import fc from 'fast-check';
import { align, distribute, snap, within } from './arrange';
import { begin, change, redo, undo } from './history';
import { commandOf, TOOL_KEYS, TOOLS } from './key-commands';
import { exported, imported, MAX_FILE_BYTES, PlanFileError } from './plan-file';
import { centred, fitted, toPlan, zoomed } from './viewport';

const box = (x: number, y: number, width = 10, height = 10) => ({ x, y, width, height });

describe('arranging items', () => {
  const boxes = new Map([
    ['a', box(0, 0)],
    ['b', box(50, 20, 20)],
    ['c', box(200, 5)],
  ]);

  it('aligns edges and middles', () => {
    expect(align(boxes, 'left').get('b')).toEqual({ dx: -50, dy: 0 });
    expect(align(boxes, 'right').get('a')).toEqual({ dx: 200, dy: 0 });
    expect(align(boxes, 'middle').get('a')).toEqual({ dx: 0, dy: 10 });
  });

  it('makes gaps equal and leaves the outer items where they are, for any boxes', () => {
    expect(distribute(boxes, 'x').get('b')).toEqual({ dx: 45, dy: 0 });
    expect(distribute(new Map([...boxes].slice(0, 2)), 'x').size).toBe(0);
    const any = fc.array(fc.record({ x: fc.integer({ min: 0, max: 5000 }), width: fc.constant(10) }), {
      minLength: 3,
      maxLength: 8,
    });
    fc.assert(
      fc.property(any, (list) => {
        const some = new Map(list.map(({ x, width }, at) => [String(at), box(x, 0, width)]));
        const moves = distribute(some, 'x');
        const places = [...some].map(([id, { x }]) => x + (moves.get(id)?.dx ?? 0)).sort((a, b) => a - b);
        const gaps = places.slice(1).map((place, at) => place - places[at]!);
        for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0]!, 6);
      }),
    );
  });

  it('snaps to the edge or the middle of another item, else to the grid', () => {
    expect(snap(box(52, 100), [box(50, 0)], { reach: 5, grid: 0 })).toEqual({
      ...{ dx: -2, dy: 0 },
      guides: [{ axis: 'x', at: 50 }],
    });
    expect(snap(box(500.4, 0), [], { reach: 5, grid: 5 })).toMatchObject({ guides: [] });
    expect(500.4 + 5 + snap(box(500.4, 0), [], { reach: 5, grid: 5 }).dx).toBeCloseTo(505);
  });

  it('selects what lies wholly within a box', () => {
    expect(within(boxes, box(-1, -1, 100, 100))).toEqual(['a', 'b']);
  });
});

describe('undo and redo', () => {
  it('go back and forth, and a new change forgets what was undone', () => {
    let history = change(change(begin('a'), 'b'), 'c');
    history = undo(history);
    expect(history.present).toBe('b');
    expect(redo(history).present).toBe('c');
    expect(redo(change(history, 'd')).present).toBe('d');
    expect(undo(begin('a')).present).toBe('a');
  });

  it('take successive changes of one name as one step', () => {
    const typed = ['x', 'xy', 'xyz'].reduce((history, next) => change(history, next, 'name'), begin(''));
    expect(undo(typed).present).toBe('');
    expect(undo(change(change(begin('a'), 'b', 'move'), 'c')).present).toBe('b');
  });
});

describe('keys', () => {
  const press = (key: string, keys: Partial<Parameters<typeof commandOf>[0]> = {}) =>
    commandOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...keys });

  it('move, copy, delete and undo', () => {
    expect(press('ArrowLeft')).toEqual({ type: 'move', dx: -1, dy: 0 });
    expect(press('ArrowDown', { shiftKey: true })).toEqual({ type: 'move', dx: 0, dy: 26 });
    expect(press('d', { ctrlKey: true })).toEqual({ type: 'duplicate' });
    expect(press('Delete')).toEqual({ type: 'remove' });
    expect(press('z', { metaKey: true })).toEqual({ type: 'undo' });
    expect(press('Z', { ctrlKey: true, shiftKey: true })).toEqual({ type: 'redo' });
    expect(press('q')).toBeUndefined();
  });

  it('take each tool by a letter of its own', () => {
    expect(new Set(Object.values(TOOL_KEYS)).size).toBe(TOOLS.length);
    for (const tool of TOOLS) expect(press(TOOL_KEYS[tool])).toEqual({ type: 'tool', tool });
    expect(press('a', { ctrlKey: true })).toEqual({ type: 'all' });
  });
});

describe('the view', () => {
  it('keeps the point under the pointer while zooming', () => {
    const view = { x: 10, y: 20, scale: 1 };
    const pixel = { x: 100, y: 50 };
    const [before, after] = [toPlan(view, pixel), toPlan(zoomed(view, 2, pixel), pixel)];
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it('shows a whole box, and brings a seat to the middle', () => {
    const size = { width: 800, height: 600 };
    const view = fitted(box(0, 0, 4000, 1000), size);
    expect(toPlan(view, { x: 400, y: 300 })).toEqual({ x: 2000, y: 500 });
    expect(view.scale).toBeLessThan(0.2);
    const middle = centred(view, { x: 7, y: 9 }, size);
    expect(toPlan(middle, { x: 400, y: 300 })).toEqual({ x: 7, y: 9 });
  });
});

describe('a plan as a file', () => {
  const drawing = {
    name: 'Cabaret',
    blocks: [
      {
        ...{
          id: 'b1',
          name: 'Stalls',
          categoryId: 'gold',
          rows: 2,
          seatsPerRow: 3,
          firstRow: 'A',
          firstSeat: 1,
        },
        ...{ x: 0, y: 0, rowSpacing: 28, seatSpacing: 26, curve: 0, rotation: 0, aisleAfter: [2] },
        ...{ numbering: 'ODD' as const, accessible: ['A-1'], painted: { 'A-3': 'silver' }, growth: 2 },
      },
    ],
    tables: [
      {
        ...{
          id: 't1',
          label: 'T1',
          form: 'ROUND' as const,
          categoryId: 'gold',
          chairs: 4,
          ends: 0,
          x: 1,
          y: 2,
        },
        ...{ width: 60, depth: 60, rotation: 0, firstSeat: 1, accessible: [] },
        numbering: 'LEFT_TO_RIGHT' as const,
      },
    ],
    outlines: [{ id: 'o', points: [{ x: 0, y: 0 }], isClosed: true }],
    texts: [{ id: 'x', text: 'Bar', x: 0, y: 0, size: 16, rotation: 0 }],
  };
  const categories = new Set(['gold', 'silver']);
  const faultOf = (content: string): string => {
    try {
      imported(content, categories);
      return 'none';
    } catch (error) {
      return error instanceof PlanFileError ? error.fault : 'other';
    }
  };

  it('is the same plan again', () => {
    expect(imported(exported(drawing), categories)).toEqual(drawing);
  });

  it('of another theatre has no category where that does not exist', () => {
    const { blocks, tables } = imported(exported(drawing), new Set(['silver']));
    expect([blocks[0]?.categoryId, tables[0]?.categoryId]).toEqual(['', '']);
    expect(imported(exported(drawing), new Set(['gold'])).blocks[0]?.painted).toEqual({});
  });

  it('is refused when it is too large, not JSON, of another format or has other values', () => {
    expect(faultOf(' '.repeat(MAX_FILE_BYTES + 1))).toBe('size');
    expect(faultOf('{')).toBe('json');
    expect(faultOf('null')).toBe('format');
    expect(faultOf('{"format":"other"}')).toBe('format');
    const broken = { format: 'coulisse-plan/1', ...drawing };
    expect(faultOf(JSON.stringify({ ...broken, blocks: Array(101).fill(drawing.blocks[0]) }))).toBe(
      'content',
    );
    expect(faultOf(JSON.stringify({ ...broken, tables: [{ ...drawing.tables[0], form: 'STAR' }] }))).toBe(
      'content',
    );
  });

  it('never throws anything else, for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (content, value) => {
        expect(faultOf(content)).not.toBe('other');
        expect(faultOf(JSON.stringify({ format: 'coulisse-plan/1', ...drawing, blocks: value }))).not.toBe(
          'other',
        );
      }),
    );
  });
});
