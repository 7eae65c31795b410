import fc from 'fast-check';
import { generateShapes, planIssues, SEAT_SIZE } from './index';
import { sceneMarkup } from './scene-markup';
import { areConsecutive, consecutiveRuns, seatName } from './seats';
import { chairsOf, generateTables, leastSize, splitLabel, tableLabels } from './tables';
import type { PlanTable } from './types';

const table = (over: Partial<PlanTable> = {}): PlanTable => ({
  id: 'table-1',
  label: 'T1',
  form: 'ROUND',
  categoryId: 'gold',
  chairs: 8,
  ends: 0,
  x: 0,
  y: 0,
  width: 60,
  depth: 60,
  rotation: 0,
  firstSeat: 1,
  numbering: 'LEFT_TO_RIGHT',
  accessible: [],
  ...over,
});

const spots = (over: Partial<PlanTable>): string =>
  chairsOf(table(over))
    .map(({ number, x, y }) => `${number}:${Math.round(x)},${Math.round(y)}`)
    .join(' ');

describe('chairs of a table', () => {
  it('stand around a round table, clockwise from the top', () => {
    expect(spots({ chairs: 4 })).toBe('1:0,-43 2:43,0 3:0,43 4:-43,0');
    expect(spots({ chairs: 4, rotation: 90 })).toBe('1:43,0 2:0,43 3:-43,0 4:0,-43');
  });

  it('stand along the sides and at the ends of a rectangle', () => {
    expect(spots({ form: 'RECTANGLE', chairs: 4, width: 60, depth: 30 })).toBe(
      '1:-15,-28 2:15,-28 3:15,28 4:-15,28',
    );
    expect(spots({ form: 'RECTANGLE', chairs: 5, ends: 1, width: 60, depth: 30 })).toBe(
      '1:-15,-28 2:15,-28 3:43,0 4:0,28 5:-43,0',
    );
  });

  it('have consecutive, odd or even numbers', () => {
    const numbers = (numbering: PlanTable['numbering']) =>
      chairsOf(table({ chairs: 3, numbering })).map(({ number }) => number);
    expect([numbers('LEFT_TO_RIGHT'), numbers('ODD'), numbers('EVEN')]).toEqual([
      ['1', '2', '3'],
      ['1', '3', '5'],
      ['2', '4', '6'],
    ]);
  });

  it('never overlap at the least size, however many there are and however the table is turned', () => {
    const any = fc.record({
      form: fc.constantFrom('ROUND' as const, 'RECTANGLE' as const),
      chairs: fc.integer({ min: 1, max: 40 }),
      ends: fc.integer({ min: 0, max: 4 }),
      rotation: fc.integer({ min: -180, max: 180 }),
    });
    fc.assert(
      fc.property(any, (over) => {
        const made = table({ ...over, ...leastSize(over.form, over.chairs, over.ends) });
        const shapes = generateShapes([], { tables: [made] });
        expect(shapes).toHaveLength(over.chairs);
        expect(new Set(shapes.map(({ label }) => label)).size).toBe(over.chairs);
        expect(new Set(shapes.map(({ groupIndex }) => groupIndex)).size).toBe(1);
        expect(shapes.every(({ tableId, row }) => tableId === 'table-1' && row === 'T1')).toBe(true);
      }),
    );
  });
});

describe('a plan with tables', () => {
  it('marks chairs by their number, and keeps their ids under another label', () => {
    const [first, second] = generateShapes([], {
      tables: [table({ chairs: 2, accessible: ['1'], companions: ['2'], painted: { 2: 'silver' } })],
    });
    expect(first).toMatchObject({ label: 'T1-1', isPmr: true, isCompanion: false, categoryId: 'gold' });
    expect(second).toMatchObject({ label: 'T1-2', isPmr: false, isCompanion: true, categoryId: 'silver' });
    const renamed = generateShapes([], { tables: [table({ chairs: 2, label: 'VIP' })] });
    expect(renamed.map(({ id }) => id)).toEqual([first?.id, second?.id]);
    expect(renamed[0]?.label).toBe('VIP-1');
  });

  it('finds tables with the same label, on top of each other, or too small', () => {
    const issues = (...tables: PlanTable[]) =>
      planIssues([], tables).named.map(({ code, blockId, at }) => `${code} ${blockId} ${at}`);
    expect(issues(table({ chairs: 1 }), table({ id: 'b', chairs: 1, x: 500 }))).toEqual([
      'seat-repeated b T1-1',
    ]);
    expect(issues(table({ chairs: 1 }), table({ id: 'b', label: 'T2', chairs: 1 }))).toEqual([
      'seats-overlap b T2-1',
    ]);
    expect(issues(table({ label: 't 1', chairs: 41, width: 0 }))).toEqual([
      'block-out-of-range table-1 label',
      'block-out-of-range table-1 chairs',
      'block-out-of-range table-1 width',
    ]);
  });

  it('names seats by their table and takes a table as one run of seats', () => {
    const shapes = generateShapes([], { tables: [table(), table({ id: 'b', label: 'T2', x: 300 })] });
    expect(seatName(shapes[2]!, 'fr')).toBe('Table T1, place 3');
    expect(seatName({ row: 'B', number: '1' }, 'en')).toBe('Row B, seat 1');
    expect(consecutiveRuns(shapes).map((run) => run.length)).toEqual([8, 8]);
    expect(areConsecutive(shapes.slice(0, 8), shapes)).toBe(true);
    expect(areConsecutive(shapes.slice(7, 9), shapes)).toBe(false);
  });

  it('is drawn with its tables, walls and texts', () => {
    const markup = sceneMarkup({
      tables: [table({ label: '<9>' }), table({ form: 'RECTANGLE', width: 80, depth: 30, rotation: 10 })],
      outlines: [
        {
          id: 'o',
          isClosed: true,
          points: [
            { x: 0, y: 0 },
            { x: 5, y: 5 },
          ],
        },
      ],
      texts: [{ id: 't', text: 'Bar & vestiaire', x: 1, y: 2, size: 12, rotation: 0 }],
    });
    expect(markup).toContain('&lt;9&gt;');
    expect(markup).toContain(
      '<rect x="-40" y="-15" width="80" height="30" rx="5" transform="rotate(10 0 0)"/>',
    );
    expect(markup).toContain('<path d="M0 0L5 5Z"/>');
    expect(markup).toContain('Bar &amp; vestiaire');
  });
});

describe('the generator of tables', () => {
  it('counts labels on, without those that are used', () => {
    expect(tableLabels('T12', 3)).toEqual(['T12', 'T13', 'T14']);
    expect(tableLabels('T', 2, new Set(['T1']))).toEqual(['T2', 'T3']);
    expect(splitLabel('A2B07')).toEqual({ prefix: 'A2B', number: 7 });
  });

  it('places equal tables in columns and rows, for any size', () => {
    const any = fc.record({
      columns: fc.integer({ min: 1, max: 6 }),
      rows: fc.integer({ min: 1, max: 6 }),
      chairs: fc.integer({ min: 1, max: 16 }),
      ends: fc.integer({ min: 0, max: 2 }),
      form: fc.constantFrom('ROUND' as const, 'RECTANGLE' as const),
    });
    fc.assert(
      fc.property(any, (size) => {
        const grid = { ...size, firstLabel: 'T1', categoryId: 'gold', gap: 10, x: 0, y: 0 };
        const tables = generateTables(grid, new Set(['T2']), (label) => label);
        expect(tables).toHaveLength(size.columns * size.rows);
        expect(planIssues([], tables).count).toBe(0);
        expect(tables.some(({ label }) => label === 'T2')).toBe(false);
        expect(tables[0]!.width).toBeGreaterThanOrEqual(SEAT_SIZE);
      }),
      { numRuns: 40 },
    );
  });
});
