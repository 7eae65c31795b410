import type { PlanBlock } from '@coulisse/seat-plan';
import { newBlock, nextRow, parseNumbers, parseSeats, withCategory } from './plan-draft';
import { inspect } from './plan-faults';

const preview = (blocks: PlanBlock[]) => {
  const { seats, faults, unlistedCount } = inspect({
    name: '',
    blocks,
    tables: [],
    outlines: [],
    texts: [],
    background: null,
    views: [],
  });
  const issues = faults.map(({ code, itemId, at }) => ({ code, blockId: itemId, at }));
  return { shapes: seats, issues, unlistedCount };
};

describe('plan draft', () => {
  const first = newBlock([], 'gold', 'Carré Or');

  it('continues the row letters in a new block', () => {
    expect(first.firstRow).toBe('A');
    expect(newBlock([first], 'gold', 'Balcon').firstRow).toBe('F');
    expect(nextRow([{ ...first, rows: 26 }])).toBe('AA');
    expect(nextRow([{ ...first, firstRow: 'AA', rows: 2 }])).toBe('AC');
  });

  it('places it under the other blocks without overlap', () => {
    const both = [first, newBlock([first], 'gold', 'Balcon')];
    const drawn = preview(both);
    expect(drawn.issues).toEqual([]);
    expect(drawn.shapes).toHaveLength(200);
  });

  it('places it under tables, in their middle, without overlap', () => {
    const table = (label: string, x: number) => ({
      ...{ id: label, label, form: 'ROUND' as const, categoryId: 'gold', chairs: 8, ends: 0 },
      ...{ x, y: 300, width: 56, depth: 56, rotation: 0, firstSeat: 1, numbering: 'LEFT_TO_RIGHT' as const },
      accessible: [],
    });
    const tables = [table('T1', 0), table('T2', 400)];
    const block = newBlock([], 'gold', 'Balcon', { center: 228, y: 400 });
    const { seats, faults } = inspect({
      ...{ name: '', blocks: [block], tables, outlines: [], texts: [], background: null, views: [] },
    });
    expect(faults).toEqual([]);
    expect(seats).toHaveLength(116);
    expect(block.y).toBeGreaterThan(400);
    const rowX = seats.filter(({ blockId }) => blockId === block.id).map(({ x }) => x);
    expect((Math.min(...rowX) + Math.max(...rowX)) / 2).toBeCloseTo(228);
  });

  it('keeps the name of its category when that changes, and a name of its own', () => {
    const categories = [
      { id: 'gold', name: 'Carré Or' },
      { id: 'blue', name: 'Balcon' },
    ];
    expect(withCategory(first, 'blue', categories)).toEqual({ categoryId: 'blue', name: 'Balcon' });
    const own = { ...first, name: 'Premiers rangs' };
    expect(withCategory(own, 'blue', categories)).toEqual({ categoryId: 'blue' });
  });

  it('reports invalid blocks', () => {
    expect(preview([{ ...first, rows: 0 }])).toMatchObject({
      shapes: [],
      issues: [{ blockId: first.id, at: 'rows' }],
    });
    expect(preview([first, { ...first, id: 'other' }]).issues[0]?.code).toBe('seat-repeated');
  });

  it('limits the preview to the maximum number of seats and reports the total', () => {
    const hall = Array.from({ length: 5 }, (_, at) => ({
      ...first,
      id: `b${at}`,
      rows: 60,
      seatsPerRow: 80,
    }));
    const drawn = preview(hall);
    expect(drawn.shapes).toHaveLength(19_200);
    expect(drawn).toMatchObject({ issues: [{ code: 'too-many-seats', at: '24000' }], unlistedCount: 0 });
  });

  it('parses lists in several spellings', () => {
    expect(parseNumbers('8, 16;x 20')).toEqual([8, 16, 20]);
    expect(parseSeats('A1, a-12  B 3')).toEqual(['A-1', 'A-12', 'B-3']);
  });
});
