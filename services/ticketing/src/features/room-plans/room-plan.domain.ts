import {
  countSeats,
  generateShapes,
  MAX_PLAN_SEATS,
  PlanError,
  type PlanBlock,
  type PlanIssue,
  type PlanScene,
  type PlanTable,
  type Shape,
  tableTop,
} from '@coulisse/seat-plan';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import { z } from 'zod';

/** More blocks, and tables, than any hall has, and few enough for the generator to respond at once. */
export const MAX_BLOCKS = 100;
export const MAX_TABLES = 1000;
/** Maximum marked seats of one block; as many as it may have. */
export const MAX_MARKED = 4800;
/** Maximum wheelchair places of one block; more than any hall has in total. */
const MAX_ACCESSIBLE = 400;
/** Limits of coordinates, wide enough for any hall. */
export const coordinate = z.number().min(-100_000).max(100_000);
export const drawnId = z.string().min(1).max(60);
export const numbering = z
  .enum(['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'ODD_EVEN', 'ODD', 'EVEN'])
  .default('LEFT_TO_RIGHT');

/** Marks of single seats, by the key that names a seat in its block or table. */
const seatMarks = <K extends z.ZodType<string, string>>(key: K) => ({
  accessible: z.array(key).max(MAX_ACCESSIBLE).default([]),
  companions: z.array(key).max(MAX_ACCESSIBLE).optional(),
  blocked: z.array(key).max(MAX_MARKED).optional(),
  painted: z
    .record(z.string().max(12), z.uuid())
    .refine((painted) => Object.keys(painted).length <= MAX_MARKED)
    .optional(),
});
const label = z.string().regex(/^[A-Z]{1,3}-\d{1,5}$/);
const chairNumber = z.string().regex(/^\d{1,5}$/);

/** A block as the editor sends it; the generator checks finer limits. */
export const planBlock: z.ZodType<PlanBlock> = z.strictObject({
  id: drawnId,
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
  numbering,
  aisleAfter: z.array(z.int().min(1).max(79)).max(79).default([]),
  skipLetters: z.string().max(10).optional(),
  radius: z.number().min(0).optional(),
  growth: z.int().min(0).max(10).optional(),
  ...seatMarks(label),
});

export const planBlocks = z.array(planBlock).max(MAX_BLOCKS);

const planTable: z.ZodType<PlanTable> = z.strictObject({
  id: drawnId,
  label: z.string().regex(/^[A-Z0-9]{1,8}$/),
  form: z.enum(['ROUND', 'RECTANGLE']),
  categoryId: z.uuid(),
  chairs: z.int().min(1).max(40),
  ends: z.int().min(0).max(20).default(0),
  x: coordinate,
  y: coordinate,
  width: z.number().min(20).max(2000),
  depth: z.number().min(20).max(2000),
  rotation: z.number().min(-360).max(360).default(0),
  firstSeat: z.int().min(1).max(9999).default(1),
  numbering,
  ...seatMarks(chairNumber),
});
export const planTables = z.array(planTable).max(MAX_TABLES);

export const planOutlines = z
  .array(
    z.strictObject({
      id: drawnId,
      points: z
        .array(z.strictObject({ x: coordinate, y: coordinate }))
        .min(2)
        .max(100),
      isClosed: z.boolean().default(true),
    }),
  )
  .max(300);

export const planTexts = z
  .array(
    z.strictObject({
      id: drawnId,
      text: z.string().trim().min(1).max(80),
      x: coordinate,
      y: coordinate,
      size: z.number().min(6).max(200).default(14),
      rotation: z.number().min(-360).max(360).default(0),
    }),
  )
  .max(300);

/** What a person draws of a plan. */
export interface PlanDrawing {
  blocks: readonly PlanBlock[];
  tables: readonly PlanTable[];
  outlines: PlanScene['outlines'];
  texts: PlanScene['texts'];
}

/** What is drawn of a plan apart from its seats. */
export const sceneOf = ({ tables, outlines, texts }: PlanDrawing): PlanScene => ({
  tables: tables.map(tableTop),
  outlines,
  texts,
});

function pointerOf(id: string, { blocks, tables }: Pick<PlanDrawing, 'blocks' | 'tables'>): string {
  const table = tables.findIndex((drawn) => drawn.id === id);
  return table >= 0 ? `/tables/${table}` : `/blocks/${blocks.findIndex((block) => block.id === id)}`;
}

/** Refuses a plan with more seats than any hall has. It counts by arithmetic, before any seat is generated. */
export function refuseTooManySeats(blocks: readonly PlanBlock[], tables: readonly PlanTable[] = []): void {
  const count = countSeats(blocks, tables);
  if (count <= MAX_PLAN_SEATS) return;
  const params = { count, max: MAX_PLAN_SEATS };
  throw new Problem('plan.too-many-seats', {
    params,
    errors: [{ pointer: '/blocks', code: 'plan.too-many-seats', params }],
  });
}

/** A shape is wrong by itself, whatever else is in the plan. */
const ofOneShape = (issues: readonly PlanIssue[]): boolean =>
  issues.every(({ code }) => code === 'block-out-of-range') &&
  new Set(issues.map(({ blockId }) => blockId)).size === 1;

/** Seats of a plan, with ids derived from it; refuses a plan that would sell a place twice, with the first errors. */
export function shapesOf(
  planId: string,
  blocks: readonly PlanBlock[],
  tables: readonly PlanTable[] = [],
): Shape[] {
  refuseTooManySeats(blocks, tables);
  try {
    return generateShapes(blocks, { namespace: planId, tables });
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const errors = error.issues.map(({ blockId, at, code }: PlanIssue): FieldError => ({
      pointer: pointerOf(blockId, { blocks, tables }),
      code: code === 'block-out-of-range' ? 'validation.format' : 'validation.unique',
      params: { at },
    }));
    throw error.count > errors.length
      ? new Problem('plan.too-many-issues', {
          params: { count: error.count, shown: errors.length },
          errors,
          cause: error,
        })
      : new Problem(ofOneShape(error.issues) ? 'plan.shape-save-failed' : 'plan.save-failed', {
          errors,
          cause: error,
        });
  }
}
