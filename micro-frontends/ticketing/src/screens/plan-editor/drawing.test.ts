import fc from 'fast-check';
import type { PlanTable } from '@coulisse/seat-plan';
import { painted } from './brush';
import { boundsOf, categorised, type Drawing, duplicated, idsOf, moved, removed, turned } from './drawing';
import { itemAt, seatAt } from './hit';
import { placed } from './new-items';
import { newBlock } from './plan-draft';
import { inspect } from './plan-faults';

const table = (over: Partial<PlanTable> = {}): PlanTable => ({
  ...{ id: 't1', label: 'T1', form: 'ROUND', categoryId: 'gold', chairs: 4, ends: 0 },
  ...{ x: 900, y: 0, width: 60, depth: 60, rotation: 0, firstSeat: 1, numbering: 'LEFT_TO_RIGHT' },
  accessible: [],
  ...over,
});
const block = {
  ...newBlock([], 'gold', 'Stalls'),
  id: 'b1',
  rows: 2,
  seatsPerRow: 4,
  curve: 0,
  aisleAfter: [],
};
const drawing: Drawing = {
  name: 'Cabaret',
  blocks: [block],
  tables: [table()],
  outlines: [
    {
      id: 'o1',
      isClosed: true,
      points: [
        { x: 0, y: 300 },
        { x: 50, y: 300 },
        { x: 50, y: 350 },
      ],
    },
  ],
  texts: [{ id: 'x1', text: 'Bar', x: 25, y: 500, size: 16, rotation: 0 }],
  background: null,
  views: [],
};
const everything = new Set(idsOf(drawing));
const counter = () => {
  let next = 0;
  return () => `copy-${++next}`;
};

describe('the items of a drawing', () => {
  it('are moved, turned and removed together', () => {
    const later = moved(drawing, everything, { dx: 10, dy: -5 });
    expect(later.tables[0]).toMatchObject({ x: 910, y: -5 });
    expect(later.outlines[0]?.points[0]).toEqual({ x: 10, y: 295 });
    expect(moved(later, everything, { dx: -10, dy: 5 })).toEqual(drawing);
    expect(turned(drawing, new Set(['t1']), 270).tables[0]?.rotation).toBe(-90);
    expect(idsOf(removed(drawing, new Set(['t1', 'x1'])))).toEqual(['b1', 'o1']);
  });

  it('are copied with the next labels, so that no seat is repeated, and with their marks', () => {
    const marked = { ...drawing, blocks: [{ ...block, accessible: ['A-1'], painted: { 'B-2': 'silver' } }] };
    const copy = duplicated(marked, everything, { dx: 0, dy: 700 }, counter());
    expect(copy.ids.size).toBe(4);
    expect(copy.drawing.tables.map(({ label }) => label)).toEqual(['T1', 'T2']);
    expect(copy.drawing.blocks[1]).toMatchObject({
      firstRow: 'C',
      accessible: ['C-1'],
      painted: { 'D-2': 'silver' },
    });
    expect(inspect(copy.drawing).faults).toEqual([]);
  });

  it('can be copied while their values are invalid', () => {
    for (const part of [{ rows: NaN }, { rows: 1e9 }, { firstRow: '' }, { skipLetters: 'é' }]) {
      const wrong = { ...drawing, blocks: [{ ...block, ...part }] };
      const copy = duplicated(wrong, everything, { dx: 0, dy: 0 }, counter()).drawing;
      expect(copy.blocks.map(({ firstRow }) => firstRow)).toHaveLength(2);
    }
  });

  it('never repeat a label, however often they are copied', () => {
    fc.assert(
      fc.property(fc.array(fc.subarray([...everything]), { maxLength: 6 }), (steps) => {
        const newId = counter();
        let now = drawing;
        steps.forEach((ids, step) => {
          now = duplicated(now, new Set(ids), { dx: 0, dy: 2000 * (step + 1) }, newId).drawing;
        });
        expect(inspect(now).faults).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('have a place, by which they are found', () => {
    const { seats } = inspect(drawing);
    const bounds = boundsOf(drawing, seats);
    expect([...bounds.keys()].sort()).toEqual(['b1', 'o1', 't1', 'x1']);
    const at = (x: number, y: number) => itemAt(drawing, seats, bounds, { x, y }, 3);
    expect([at(0, 0), at(900, 5), at(25, 500), at(25, 300), at(5000, 0)]).toEqual([
      'b1',
      't1',
      'x1',
      'o1',
      null,
    ]);
    expect(seatAt(seats, { x: 900, y: -43 })?.label).toBe('T1-1');
  });

  it('get a category as a whole, and seats one by one', () => {
    const { seats } = inspect(drawing);
    const some = seats.filter(({ label }) => ['A-2', 'T1-3'].includes(label));
    const silver = painted(drawing, some, { kind: 'category', categoryId: 'silver' });
    const categoryOf = (now: Drawing) =>
      new Map(inspect(now).seats.map(({ label, categoryId }) => [label, categoryId]));
    expect(categoryOf(silver).get('A-2')).toBe('silver');
    expect(categoryOf(silver).get('T1-3')).toBe('silver');
    expect(categoryOf(silver).get('A-1')).toBe('gold');
    expect(new Set(categoryOf(categorised(silver, everything, 'balcony')).values())).toEqual(
      new Set(['balcony']),
    );
  });

  it('have seats for wheelchairs or companions, not both, and blocked ones', () => {
    const seat = (now: Drawing) => inspect(now).seats.filter(({ label }) => label === 'A-2');
    const wheelchair = painted(drawing, seat(drawing), { kind: 'accessible' });
    expect(seat(wheelchair)[0]).toMatchObject({ isPmr: true, isCompanion: false });
    const companion = painted(wheelchair, seat(wheelchair), { kind: 'companions' });
    expect(seat(companion)[0]).toMatchObject({ isPmr: false, isCompanion: true });
    const blocked = painted(companion, seat(companion), { kind: 'blocked' });
    expect(seat(blocked)[0]).toMatchObject({ isBlocked: true });
    expect(seat(painted(blocked, seat(blocked), { kind: 'erase' }))[0]).toMatchObject({
      ...{ isBlocked: false, isCompanion: false, isPmr: false },
    });
  });
});

describe('a placed item', () => {
  const words = { categoryId: 'gold', block: 'Block', text: 'Text' };
  it('is at the pointer, with the next label', () => {
    const next = placed(drawing, 'round', { x: 1200.4, y: 10 }, words);
    expect(next?.drawing.tables[1]).toMatchObject({ label: 'T2', x: 1200, chairs: 8 });
    const arc = placed(drawing, 'arc', { x: 0, y: 900 }, words);
    expect(arc?.drawing.blocks[1]).toMatchObject({ firstRow: 'C', radius: 240 });
    expect(inspect(arc!.drawing).faults).toEqual([]);
    expect(placed(drawing, 'text', { x: 0, y: 0 }, words)?.drawing.texts[1]?.text).toBe('Text');
    expect(placed(drawing, 'select', { x: 0, y: 0 }, words)).toBeNull();
  });
});

describe('the faults of a plan', () => {
  it('lead to the seat that they are about', () => {
    const repeated = { ...drawing, tables: [table({ chairs: 1 }), table({ id: 't2', chairs: 1, x: 1500 })] };
    expect(inspect(repeated).faults).toMatchObject([
      { code: 'seat-repeated', itemId: 't2', at: 'T1-1', seat: { x: 1500 } },
    ]);
  });

  it('are seats without a category and texts without letters, too', () => {
    const poor = {
      ...drawing,
      blocks: [],
      tables: [table({ categoryId: '', chairs: 1 })],
      texts: [{ ...drawing.texts[0]!, text: ' ' }],
    };
    expect(inspect(poor).faults.map(({ code }) => code)).toEqual(['text-invalid', 'category-missing']);
  });
});
