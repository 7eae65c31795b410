import {
  countSeats,
  generateShapes,
  MAX_PLAN_SEATS,
  PlanError,
  type PlanBlock,
  type PlanIssue,
  type Shape,
} from '@coulisse/seat-plan';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import { z } from 'zod';

/** Maximum wheelchair places of one block; more than any hall has in total. */
const MAX_ACCESSIBLE = 400;
const label = z.string().regex(/^[A-Z]{1,3}-\d{1,5}$/);

/** A block as the editor sends it; the generator checks finer limits. */
export const planBlock: z.ZodType<PlanBlock> = z.strictObject({
  id: z.string().min(1).max(60),
  name: z.string().trim().min(1).max(80),
  categoryId: z.uuid(),
  rows: z.int().min(1).max(60),
  seatsPerRow: z.int().min(1).max(80),
  firstRow: z.string().regex(/^[A-Z]{1,2}$/),
  firstSeat: z.int().min(1).max(9999).default(1),
  x: z.number(),
  y: z.number(),
  rowSpacing: z.number().default(26),
  seatSpacing: z.number().default(26),
  curve: z.number().default(0),
  rotation: z.number().default(0),
  numbering: z.enum(['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'ODD_EVEN']).default('LEFT_TO_RIGHT'),
  aisleAfter: z.array(z.int().min(1).max(79)).max(79).default([]),
  accessible: z.array(label).max(MAX_ACCESSIBLE).default([]),
});

/** More blocks than any hall has, and few enough for the generator to respond at once. */
export const planBlocks = z.array(planBlock).max(100);

const fieldErrorOf = ({ blockId, at, code }: PlanIssue, blocks: readonly PlanBlock[]): FieldError => ({
  pointer: `/blocks/${blocks.findIndex((block) => block.id === blockId)}`,
  code: code === 'block-out-of-range' ? 'validation.format' : 'validation.unique',
  params: { at },
});

/** Refuses a plan with more seats than any hall has. It counts by arithmetic, before any seat is generated. */
export function refuseTooManySeats(blocks: readonly PlanBlock[]): void {
  const count = countSeats(blocks);
  if (count <= MAX_PLAN_SEATS) return;
  const params = { count, max: MAX_PLAN_SEATS };
  throw new Problem('plan.too-many-seats', {
    params,
    errors: [{ pointer: '/blocks', code: 'plan.too-many-seats', params }],
  });
}

/** Seats of a plan, with ids derived from it; refuses a plan that would sell a place twice, with the first errors. */
export function shapesOf(planId: string, blocks: readonly PlanBlock[]): Shape[] {
  refuseTooManySeats(blocks);
  try {
    return generateShapes(blocks, { namespace: planId });
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const errors = error.issues.map((issue) => fieldErrorOf(issue, blocks));
    throw error.count > errors.length
      ? new Problem('plan.too-many-issues', {
          params: { count: error.count, shown: errors.length },
          errors,
          cause: error,
        })
      : new Problem('plan.save-failed', { errors, cause: error });
  }
}
