import { generateShapes, type PlanBlock, type PlanTable, type Shape } from '@coulisse/seat-plan';
import fc from 'fast-check';
import { type CopiedSeat, synchronise, synchronisedScene, type Use } from './synchronise.domain';

const block = (over: Partial<PlanBlock> = {}): PlanBlock => ({
  ...{ id: 'b1', name: 'Stalls', categoryId: 'gold', rows: 1, seatsPerRow: 3, firstRow: 'A', firstSeat: 1 },
  ...{ x: 0, y: 0, rowSpacing: 28, seatSpacing: 26, curve: 0, rotation: 0, aisleAfter: [], accessible: [] },
  numbering: 'LEFT_TO_RIGHT',
  ...over,
});
const table = (over: Partial<PlanTable> = {}): PlanTable => ({
  ...{ id: 't1', label: 'T1', form: 'ROUND', categoryId: 'gold', chairs: 4, ends: 0, x: 500, y: 500 },
  ...{ width: 60, depth: 60, rotation: 0, firstSeat: 1, numbering: 'LEFT_TO_RIGHT', accessible: [] },
  ...over,
});
const copyOf = (shapes: readonly Shape[], uses: Readonly<Record<string, Use>> = {}): CopiedSeat[] =>
  shapes.map(({ id, type: _type, ...drawing }) => ({
    id: `copy ${id}`,
    shapeId: id,
    use: uses[drawing.label] ?? null,
    ...drawing,
  }));
const outcome = (copy: readonly CopiedSeat[], planned: readonly Shape[]) => {
  const { removed, added, changed, withheld, ...result } = synchronise(copy, planned);
  return {
    ...{ removed, changed, withheld, added: added.map(({ label }) => label) },
    kept: result.kept.map(({ label, use, change }) => `${label} ${use} ${change}`),
  };
};
const nothing = { removed: [], changed: [], withheld: [], added: [], kept: [] };

describe('R-014 synchronising the seats of a performance with the room plan', () => {
  const before = generateShapes([block()]);

  it('changes nothing when the plan is the same', () => {
    expect(outcome(copyOf(before, { 'A-1': 'SOLD' }), before)).toEqual(nothing);
  });

  it('adds, changes and removes free seats', () => {
    const later = generateShapes([
      block({ seatsPerRow: 2, blocked: ['A-2'] }),
      block({ id: 'b2', firstRow: 'B', y: 60 }),
    ]);
    expect(outcome(copyOf(before), later)).toEqual({
      ...nothing,
      removed: ['A-3'],
      changed: ['A-2'],
      added: ['B-1', 'B-2', 'B-3'],
    });
  });

  it('neither removes nor moves a seat that is sold, held or was sold', () => {
    const uses = { 'A-1': 'SOLD', 'A-2': 'HELD', 'A-3': 'CANCELLED' } as const;
    expect(outcome(copyOf(before, uses), [])).toEqual({
      ...nothing,
      kept: ['A-1 SOLD REMOVED', 'A-2 HELD REMOVED', 'A-3 CANCELLED REMOVED'],
    });
    const { updated } = synchronise(copyOf(before, uses), []);
    // Of a cancelled sale: it stays for the records, and is sold no more.
    expect(updated.map(({ label, isBlocked }) => [label, isBlocked])).toEqual([
      ['A-1', false],
      ['A-2', false],
      ['A-3', true],
    ]);
    expect(outcome(copyOf(before, uses), generateShapes([block({ y: 900 })])).kept).toHaveLength(3);
  });

  it('leaves out a planned seat whose label or place a kept seat has', () => {
    const redrawn = generateShapes([
      block({ id: 'other', y: 200 }),
      block({ id: 'far', firstRow: 'F', seatsPerRow: 2 }),
    ]);
    expect(outcome(copyOf(before, { 'A-2': 'SOLD' }), redrawn)).toEqual({
      ...nothing,
      removed: ['A-1', 'A-3'],
      added: ['A-1', 'A-3', 'F-1'],
      withheld: ['A-2', 'F-2'],
      kept: ['A-2 SOLD REMOVED'],
    });
  });

  it('leaves a table at which somebody sits as it is, with all of its chairs', () => {
    const tables = [table()];
    const copy = copyOf(generateShapes([], { tables }), { 'T1-2': 'SOLD' });
    const moved = [table({ x: 900, chairs: 5 })];
    const result = synchronise(copy, generateShapes([], { tables: moved }));
    expect([...result.keptTables]).toEqual(['t1']);
    expect(result).toMatchObject({ removed: [], changed: [], added: [] });
    const scene = (tops: PlanTable[]) => ({ tables: tops, outlines: [], texts: [] });
    expect(synchronisedScene(scene(tables), scene(moved), result.keptTables).tables).toEqual(tables);
    expect(synchronisedScene(null, scene(moved), new Set()).tables).toEqual(moved);
  });

  it('never touches a used seat and never repeats a label or a place, for any change of the plan', () => {
    const drawn = fc.record({
      rows: fc.integer({ min: 1, max: 4 }),
      seatsPerRow: fc.integer({ min: 1, max: 6 }),
      x: fc.integer({ min: 0, max: 60 }),
      y: fc.integer({ min: 0, max: 60 }),
      id: fc.constantFrom('b1', 'b2'),
      firstRow: fc.constantFrom('A', 'B'),
    });
    const uses = fc.array(fc.constantFrom('SOLD' as const, 'HELD' as const, 'CANCELLED' as const, null), {
      minLength: 24,
      maxLength: 24,
    });
    fc.assert(
      fc.property(drawn, drawn, uses, (from, to, used) => {
        const copy = copyOf(generateShapes([block(from)])).map((seat, at) => ({
          ...seat,
          use: used[at] ?? null,
        }));
        const planned = generateShapes([block(to)]);
        const { removedIds, updated, added } = synchronise(copy, planned);
        const after = [...updated, ...added];
        for (const seat of copy.filter(({ use }) => use !== null)) {
          expect(removedIds).not.toContain(seat.id);
          const { label, x, y, rotation, categoryId } = seat;
          expect(updated.find(({ id }) => id === seat.id)).toMatchObject({
            label,
            x,
            y,
            rotation,
            categoryId,
          });
        }
        expect(new Set(after.map(({ label }) => label)).size).toBe(after.length);
        expect(new Set(after.map(({ pathOrder }) => pathOrder)).size).toBe(after.length);
        expect(removedIds.length + updated.length).toBe(copy.length);
        if (copy.every(({ use }) => use === null)) expect(after).toHaveLength(planned.length);
        for (const seat of after)
          for (const other of after)
            if (seat !== other) expect(Math.hypot(seat.x - other.x, seat.y - other.y)).toBeGreaterThan(17);
      }),
      { numRuns: 150 },
    );
  });
});
