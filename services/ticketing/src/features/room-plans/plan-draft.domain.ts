import type { PlanBlock, PlanOutline, PlanTable, PlanText } from '@coulisse/seat-plan';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import { z } from 'zod';
import { type DrawnView, type PlanBackground, planBackground, planViews } from './plan-pictures.domain';
import {
  coordinate,
  drawnId,
  MAX_BLOCKS,
  MAX_MARKED,
  MAX_TABLES,
  numbering,
  planBlocks,
  planOutlines,
  planTables,
  planTexts,
} from './room-plan.domain';

/** A drawing as the editor has it, valid or not: what is wrong is named when it is published. */
export interface PlanDraft {
  name: string;
  blocks: PlanBlock[];
  tables: PlanTable[];
  outlines: PlanOutline[];
  texts: PlanText[];
  background: PlanBackground | null;
  views: DrawnView[];
}

/** Empty while no category is chosen. */
const categoryId = z.union([z.uuid(), z.literal('')]);
const typedLabel = z.string().max(12);
const marks = {
  accessible: z.array(typedLabel).max(MAX_MARKED).default([]),
  companions: z.array(typedLabel).max(MAX_MARKED).optional(),
  blocked: z.array(typedLabel).max(MAX_MARKED).optional(),
  painted: z
    .record(typedLabel, categoryId)
    .refine((painted) => Object.keys(painted).length <= MAX_MARKED)
    .optional(),
};

const draftBlock: z.ZodType<PlanBlock> = z.strictObject({
  id: drawnId,
  name: z.string().max(80),
  categoryId,
  rows: coordinate,
  seatsPerRow: coordinate,
  firstRow: z.string().max(2),
  firstSeat: coordinate,
  x: coordinate,
  y: coordinate,
  rowSpacing: coordinate,
  seatSpacing: coordinate,
  curve: coordinate,
  rotation: coordinate,
  numbering,
  aisleAfter: z.array(coordinate).max(79),
  skipLetters: z.string().max(10).optional(),
  radius: coordinate.optional(),
  growth: coordinate.optional(),
  ...marks,
});

const draftTable: z.ZodType<PlanTable> = z.strictObject({
  id: drawnId,
  label: z.string().max(8),
  form: z.enum(['ROUND', 'RECTANGLE']),
  categoryId,
  chairs: coordinate,
  ends: coordinate,
  x: coordinate,
  y: coordinate,
  width: coordinate,
  depth: coordinate,
  rotation: coordinate,
  firstSeat: coordinate,
  numbering,
  ...marks,
});

const draftText: z.ZodType<PlanText> = z.strictObject({
  id: drawnId,
  text: z.string().max(80),
  x: coordinate,
  y: coordinate,
  size: coordinate,
  rotation: coordinate,
});

/** The fields of a draft as the editor sends them. */
export const draftFields = {
  name: z.string().trim().min(1).max(120),
  blocks: z.array(draftBlock).max(MAX_BLOCKS),
  tables: z.array(draftTable).max(MAX_TABLES),
  outlines: planOutlines,
  texts: z.array(draftText).max(300),
  background: planBackground.nullable(),
  views: planViews,
};

const publishedFields = z.object({
  name: draftFields.name,
  blocks: planBlocks,
  tables: planTables,
  outlines: planOutlines,
  texts: planTexts,
  background: planBackground.nullable(),
  views: planViews,
});

/** Names at most as many faults as a person mends at once. */
const MAX_NAMED = 50;

/** A draft as it may be published. Seats that are repeated or overlap are found by the generator afterwards. */
export function publishable(draft: PlanDraft): PlanDraft {
  const { success, data, error } = publishedFields.safeParse(draft);
  const errors: FieldError[] = (error?.issues ?? []).map(({ path }) => ({
    pointer: `/${path.join('/')}`,
    code: path.at(-1) === 'categoryId' ? 'validation.not-blank' : 'validation.format',
  }));
  for (const [order, { alt }] of draft.views.entries())
    if (alt === '') errors.push({ pointer: `/views/${order}/alt`, code: 'validation.not-blank' });
  if (errors.length > 0 || !success)
    throw new Problem('plan.save-failed', { errors: errors.slice(0, MAX_NAMED) });
  return data;
}
