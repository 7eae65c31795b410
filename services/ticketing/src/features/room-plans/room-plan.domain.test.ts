import { Problem } from '@coulisse/service-kit';
import { planBlock, planBlocks, shapesOf } from './room-plan.domain';

const CATEGORY = '018f3a5e-7c1d-7a31-9b8e-6f2d4c0a1b2c';
const block = (overrides: object = {}) =>
  planBlock.parse({
    id: 'stalls',
    name: 'Stalls',
    categoryId: CATEGORY,
    rows: 2,
    seatsPerRow: 3,
    firstRow: 'A',
    x: 0,
    y: 0,
    ...overrides,
  });
const problem = (act: () => unknown): Problem => {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

test('missing fields of a block have default values', () => {
  expect(block()).toMatchObject({
    firstSeat: 1,
    rowSpacing: 26,
    seatSpacing: 26,
    curve: 0,
    numbering: 'LEFT_TO_RIGHT',
    aisleAfter: [],
  });
});

test('refuses a block that the editor cannot draw', () => {
  const wrong = [
    { rows: 61 },
    { seatsPerRow: 0 },
    { firstRow: '1' },
    { accessible: ['A1'] },
    { colour: 'red' },
    { numbering: 'SPIRAL' },
  ];
  for (const invalidFields of wrong)
    expect(planBlocks.safeParse([{ ...block(), ...invalidFields }]).success).toBe(false);
});

test('seat ids are unique to their plan and stable across saves', () => {
  const ids = (plan: string) => shapesOf(plan, [block()]).map(({ id }) => id);
  expect(ids('one')).toEqual(ids('one'));
  expect(new Set([...ids('one'), ...ids('two')]).size).toBe(12);
});

test('refuses duplicate seats, each with its block (R-152)', () => {
  const { code, errors } = problem(() => shapesOf('plan', [block(), block({ id: 'again', y: 500 })]));
  expect(code).toBe('plan.save-failed');
  expect(errors).toHaveLength(6);
  expect(errors[0]).toEqual({ pointer: '/blocks/1', code: 'validation.unique', params: { at: 'A-1' } });
});

test('refuses a shape that cannot be, such as one whose seats overlap (R-153)', () => {
  const { code, errors } = problem(() => shapesOf('plan', [block({ seatSpacing: 2 })]));
  expect(code).toBe('plan.shape-save-failed');
  const two = [block({ seatSpacing: 2 }), block({ id: 'again', y: 900, seatSpacing: 2 })];
  expect(problem(() => shapesOf('plan', two)).code).toBe('plan.save-failed');
  expect(errors).toEqual([
    { pointer: '/blocks/0', code: 'validation.format', params: { at: 'seatSpacing' } },
  ]);
});

test('refuses a plan with more than 20,000 seats', () => {
  const hall = Array.from({ length: 100 }, (_, at) => block({ id: `b${at}`, rows: 60, seatsPerRow: 80 }));
  const { code, params, errors, status } = problem(() => shapesOf('plan', hall));
  expect([code, status]).toEqual(['plan.too-many-seats', 422]);
  expect(params).toEqual({ count: 480_000, max: 20_000 });
  expect(errors).toEqual([{ pointer: '/blocks', code: 'plan.too-many-seats', params }]);
});

test('returns fifty of many issues, with their total count', () => {
  const piled = ['a', 'b', 'c', 'd'].map((id) => block({ id, rows: 60, seatsPerRow: 80 }));
  const { code, params, errors } = problem(() => shapesOf('plan', piled));
  expect(code).toBe('plan.too-many-issues');
  expect(params).toEqual({ count: 28_800, shown: 50 });
  expect(errors).toHaveLength(50);
});
