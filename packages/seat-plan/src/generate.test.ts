import fc from 'fast-check';
import {
  countSeats,
  generateShapes,
  MAX_PLAN_ISSUES,
  MAX_PLAN_SEATS,
  planBounds,
  planFrame,
  planIssues,
  PlanError,
  previewShapes,
  SEAT_SIZE,
} from './index';
import type { PlanBlock } from './types';

const block = (over: Partial<PlanBlock> = {}): PlanBlock => ({
  id: 'block-1',
  name: 'Orchestre',
  categoryId: 'gold',
  rows: 3,
  seatsPerRow: 6,
  firstRow: 'A',
  firstSeat: 1,
  x: 0,
  y: 0,
  rowSpacing: 26,
  seatSpacing: 26,
  curve: 0,
  rotation: 0,
  numbering: 'LEFT_TO_RIGHT',
  aisleAfter: [],
  accessible: [],
  ...over,
});

const numbers = (over: Partial<PlanBlock>): string =>
  generateShapes([block({ rows: 1, ...over })])
    .map((shape) => shape.number)
    .join(' ');

describe('generateShapes', () => {
  it('names rows and seats from firstRow and firstSeat of the block', () => {
    const shapes = generateShapes([block({ rows: 2, seatsPerRow: 2, firstRow: 'Z', firstSeat: 11 })]);
    expect(shapes.map((shape) => shape.label)).toEqual(['Z-11', 'Z-12', 'AA-11', 'AA-12']);
    expect(shapes.map((shape) => shape.pathOrder)).toEqual([0, 1, 2, 3]);
  });

  it('numbers from the left, from the right, or odd and even from the middle', () => {
    expect(numbers({})).toBe('1 2 3 4 5 6');
    expect(numbers({ numbering: 'RIGHT_TO_LEFT' })).toBe('6 5 4 3 2 1');
    expect(numbers({ numbering: 'ODD_EVEN' })).toBe('5 3 1 2 4 6');
    expect(numbers({ numbering: 'ODD_EVEN', seatsPerRow: 5 })).toBe('5 3 1 2 4');
    expect(numbers({ numbering: 'ODD' })).toBe('1 3 5 7 9 11');
    expect(numbers({ numbering: 'EVEN', firstSeat: 10 })).toBe('10 12 14 16 18 20');
  });

  it('leaves the width of one seat for an aisle and starts a new group after it', () => {
    const shapes = generateShapes([block({ rows: 1, aisleAfter: [2] })]);
    expect(shapes.map((shape) => shape.x)).toEqual([0, 26, 78, 104, 130, 156]);
    expect(shapes.map((shape) => shape.groupIndex)).toEqual([0, 0, 1, 1, 1, 1]);
  });

  it('moves the ends of a curved row towards the stage', () => {
    const ys = generateShapes([block({ rows: 1, seatsPerRow: 5, curve: 20 })]).map((shape) => shape.y);
    expect(ys).toEqual([-20, -5, 0, -5, -20]);
  });

  it('places rows on arcs around a point, with more seats in each, at the same distance along the row', () => {
    const arc = block({ rows: 3, seatsPerRow: 4, radius: 200, growth: 2, rowSpacing: 30 });
    const shapes = generateShapes([arc]);
    expect(shapes.map(({ row }) => row).join('')).toBe('AAAABBBBBBCCCCCCCC');
    expect(shapes).toHaveLength(countSeats([arc]));
    // The middle of the first row is in front; its ends are nearer to the stage.
    const centre = { x: 39, y: -200 };
    for (const { x, y, row } of shapes)
      expect(Math.hypot(x - centre.x, y - centre.y)).toBeCloseTo(200 + 30 * 'ABC'.indexOf(row), 1);
    expect(shapes[0]!.rotation).toBeCloseTo(-shapes[3]!.rotation);
    expect(planIssues([{ ...arc, growth: 11 }]).named).toMatchObject([{ at: 'growth' }]);
    expect(planIssues([{ ...arc, radius: 5 }]).named).toMatchObject([{ at: 'radius' }]);
  });

  it('skips letters, and marks companions, blocked and painted seats', () => {
    const shapes = generateShapes([
      block({
        firstRow: 'H',
        rows: 2,
        seatsPerRow: 2,
        skipLetters: 'I',
        accessible: ['H-1'],
        companions: ['H-2'],
        blocked: ['J-1'],
        painted: { 'J-2': 'silver' },
      }),
    ]);
    expect(
      shapes.map((shape) => [shape.label, shape.isPmr, shape.isCompanion, shape.isBlocked, shape.categoryId]),
    ).toEqual([
      ['H-1', true, false, false, 'gold'],
      ['H-2', false, true, false, 'gold'],
      ['J-1', false, false, true, 'gold'],
      ['J-2', false, false, false, 'silver'],
    ]);
  });

  it('rotates a block around its centre', () => {
    const shapes = generateShapes([block({ rows: 1, seatsPerRow: 3, rotation: 90 })]);
    expect(shapes.map(({ x, y, rotation }) => [x, y, rotation])).toEqual([
      [26, -26, 90],
      [26, 0, 90],
      [26, 26, 90],
    ]);
  });

  it('marks the accessible seats', () => {
    const shapes = generateShapes([block({ accessible: ['A-1', 'C-6'] })]);
    expect(shapes.filter((shape) => shape.isPmr).map((shape) => shape.label)).toEqual(['A-1', 'C-6']);
  });

  it('generates the same ids when a block moves or another is added, and other ids in another namespace', () => {
    const ids = generateShapes([block()]).map((shape) => shape.id);
    const moved = generateShapes([block({ x: 500, curve: 12 }), block({ id: 'block-2', firstRow: 'K' })]);
    expect(moved.slice(0, ids.length).map((shape) => shape.id)).toEqual(ids);
    expect(generateShapes([block()], { namespace: 'other plan' })[0]!.id).not.toBe(ids[0]);
  });

  it('uses the newId function of the caller', () => {
    const [first] = generateShapes([block()], { newId: (...place) => place.join('/') });
    expect(first!.id).toBe('block-1/A/1');
  });

  it('refuses repeated labels, overlapping seats and numbers out of range', () => {
    const codes = (blocks: PlanBlock[]): string[] =>
      planIssues(blocks).named.map((issue) => `${issue.code} ${issue.at}`);
    expect(
      codes([block({ rows: 1, seatsPerRow: 1 }), block({ id: 'b', rows: 1, seatsPerRow: 1, x: 300 })]),
    ).toEqual(['seat-repeated A-1']);
    expect(
      codes([block({ rows: 1, seatsPerRow: 1 }), block({ id: 'b', rows: 1, seatsPerRow: 1, firstRow: 'B' })]),
    ).toEqual(['seats-overlap B-1']);
    expect(codes([block({ rows: 61, seatSpacing: 2 }), block()])).toEqual([
      'block-out-of-range rows',
      'block-out-of-range seatSpacing',
      'block-repeated id',
    ]);
    expect(() => generateShapes([block({ rows: 0 })])).toThrow(PlanError);
    expect(previewShapes([block({ rows: 0 }), block({ id: 'b', rows: 1 })])).toHaveLength(6);
  });

  it('generates unique labels, unique UUIDs and seats within the bounds for any block', () => {
    const any = fc.record({
      rows: fc.integer({ min: 1, max: 20 }),
      seatsPerRow: fc.integer({ min: 1, max: 40 }),
      rowSpacing: fc.integer({ min: SEAT_SIZE + 1, max: 60 }),
      seatSpacing: fc.integer({ min: SEAT_SIZE + 1, max: 60 }),
      curve: fc.integer({ min: -300, max: 300 }),
      rotation: fc.integer({ min: -180, max: 180 }),
      firstSeat: fc.integer({ min: 1, max: 200 }),
      firstRow: fc.constantFrom('A', 'F', 'Z', 'AA'),
      numbering: fc.constantFrom('LEFT_TO_RIGHT' as const, 'RIGHT_TO_LEFT' as const, 'ODD_EVEN' as const),
      aisleAfter: fc.array(fc.integer({ min: 1, max: 79 }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(any, (over) => {
        const shapes = generateShapes([block(over)]);
        expect(shapes).toHaveLength(over.rows * over.seatsPerRow);
        expect(new Set(shapes.map((shape) => shape.label)).size).toBe(shapes.length);
        expect(new Set(shapes.map((shape) => shape.id)).size).toBe(shapes.length);
        expect(
          shapes.every((shape) =>
            /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(shape.id),
          ),
        ).toBe(true);
        const box = planBounds(shapes);
        expect(
          shapes.every(
            (s) => s.x > box.x && s.y > box.y && s.x < box.x + box.width && s.y < box.y + box.height,
          ),
        ).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('planFrame', () => {
  it('places the stage above the seats and inside the frame', () => {
    const frame = planFrame(generateShapes([block({ seatsPerRow: 30 })]));
    expect(frame.stage.y + frame.stage.height).toBeLessThan(0);
    expect(frame.stage.y).toBeGreaterThan(frame.y);
    expect(frame.stage.x + frame.stage.width / 2).toBeCloseTo(frame.x + frame.width / 2);
  });

  it('has a size even without seats', () => {
    expect(planBounds([])).toEqual({ x: 0, y: 0, width: 48, height: 48 });
  });
});

describe('seat limit of a plan', () => {
  const full = (id: number): PlanBlock => block({ id: `b${id}`, rows: 60, seatsPerRow: 80 });
  const spread = (count: number): PlanBlock[] =>
    Array.from({ length: count }, (_, id) => ({
      ...full(id),
      firstSeat: 1 + id * 80,
      x: (id % 30) * 3000,
      y: Math.floor(id / 30) * 3000,
    }));

  it('is counted without generating seats, for any numbers', () => {
    expect(countSeats([full(1), block()])).toBe(4818);
    expect(countSeats([block({ rows: 1e308, seatsPerRow: 1e308 }), block()])).toBe(Infinity);
    expect(countSeats([block({ rows: Number.MAX_SAFE_INTEGER, seatsPerRow: 2 })])).toBe(Infinity);
    for (const rows of [NaN, -5, 0, -Infinity, undefined as unknown as number])
      expect(countSeats([block({ rows }), block({ rows: 1, seatsPerRow: 2 })])).toBe(2);
  });

  it('counts as many seats as are generated, for any valid blocks', () => {
    const size = fc.record({
      rows: fc.integer({ min: 1, max: 60 }),
      seatsPerRow: fc.integer({ min: 1, max: 80 }),
    });
    fc.assert(
      fc.property(fc.array(size, { maxLength: 3 }), (sizes) => {
        const blocks = sizes.map((size, at) => block({ ...size, id: `b${at}` }));
        expect(previewShapes(blocks, { newId: () => '' })).toHaveLength(countSeats(blocks));
      }),
      { numRuns: 20 },
    );
  });

  it('never throws and never counts below zero, for any numbers', () => {
    const anything = fc.oneof(
      fc.double(),
      fc.constantFrom(NaN, Infinity, -Infinity, 1e308, -1e308, Number.MAX_VALUE, 2 ** 53),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(anything, anything), { maxLength: 20 }), (sizes) => {
        const blocks = sizes.map(([rows, seatsPerRow], at) => block({ id: `b${at}`, rows, seatsPerRow }));
        const count = countSeats(blocks);
        expect(count >= 0).toBe(true);
        expect(planIssues(blocks).named.length).toBeLessThanOrEqual(MAX_PLAN_ISSUES);
        if (count > MAX_PLAN_SEATS) expect(() => generateShapes(blocks)).toThrow(PlanError);
      }),
      { numRuns: 200 },
    );
  });

  it('refuses a plan above the limit before it generates an id', () => {
    let drawn = 0;
    const newId = () => String(drawn++);
    const blocks = spread(100);
    expect(() => generateShapes(blocks, { newId })).toThrow(/too-many-seats {2}480000/);
    expect(drawn).toBe(0);
    expect(planIssues(blocks)).toMatchObject({ count: 1, named: [{ code: 'too-many-seats', at: '480000' }] });
    expect(previewShapes(blocks).length).toBeLessThanOrEqual(MAX_PLAN_SEATS);
  });

  it('lists the first fifty issues and counts the others', () => {
    const piled = planIssues([full(1), full(2), full(3), full(4)]);
    expect(piled.named).toHaveLength(MAX_PLAN_ISSUES);
    expect(piled.count).toBe(2 * 3 * 4800);
    const wrong = planIssues(Array.from({ length: 100 }, (_, id) => block({ id: `b${id}`, rows: NaN })));
    expect([wrong.named.length, wrong.count]).toEqual([MAX_PLAN_ISSUES, 100]);
  });

  it('compares each seat with a bounded number of others, however many overlap', () => {
    const distances = jest.spyOn(Math, 'hypot');
    const piles = [
      Array.from({ length: 4 }, (_, id) => full(id)),
      // Thousands of blocks of one seat in one place.
      Array.from({ length: 5000 }, (_, id) => block({ id: `b${id}`, rows: 1, seatsPerRow: 1 })),
      spread(4),
    ];
    for (const blocks of piles) {
      distances.mockClear();
      planIssues(blocks);
      expect(distances.mock.calls.length).toBeLessThanOrEqual(36 * countSeats(blocks));
    }
    distances.mockRestore();
  });
});
