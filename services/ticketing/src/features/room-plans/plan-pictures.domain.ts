import { type PlanBlock, type PlanTable, previewSeats } from '@coulisse/seat-plan';
import { z } from 'zod';
import { coordinate, drawnId } from './room-plan.domain';

/** A picture under the drawing: the architect's plan or a photo. Only the editor shows it. */
export interface PlanBackground {
  fileId: string;
  /** Its upper left corner. */
  x: number;
  y: number;
  /** In pixels. */
  width: number;
  height: number;
  /** Plan units per pixel. */
  scale: number;
  /** 0.05 to 1. */
  opacity: number;
  isHidden: boolean;
}

/** What is seen from the seats of a block or table. */
export interface DrawnView {
  /** The block or table. */
  itemId: string;
  fileId: string;
  /** What the picture shows, for people who do not see it. */
  alt: string;
}

/** A view with the numbers of its seats by row: a performance keeps its seats when the plan is drawn anew. */
export interface SeatView extends DrawnView {
  seats: Record<string, string[]>;
}

/** With the background, no more files than documents describes at once. */
const MAX_VIEWS = 400;
const pixels = z.int().min(1).max(40_000);

export const planBackground: z.ZodType<PlanBackground> = z.strictObject({
  fileId: z.uuid(),
  x: coordinate,
  y: coordinate,
  width: pixels,
  height: pixels,
  scale: z.number().min(0.001).max(1000),
  opacity: z.number().min(0.05).max(1),
  isHidden: z.boolean().default(false),
});

/** A draft may have a picture without its description, which publishing asks for. */
export const planViews = z
  .array(z.strictObject({ itemId: drawnId, fileId: z.uuid(), alt: z.string().trim().max(200) }))
  .max(MAX_VIEWS)
  .refine((views) => new Set(views.map(({ itemId }) => itemId)).size === views.length, 'validation.unique');

/** The views of a plan with their seats; one of a block or table that the plan does not have any more is left out. */
export function viewsWithSeats(
  views: readonly DrawnView[],
  blocks: readonly PlanBlock[],
  tables: readonly PlanTable[],
): SeatView[] {
  if (views.length === 0) return [];
  const ids = new Set(views.map(({ itemId }) => itemId));
  const isViewed = ({ id }: { id: string }): boolean => ids.has(id);
  const shapes = previewSeats(blocks.filter(isViewed), { tables: tables.filter(isViewed), newId: () => '' });
  return views.flatMap((view) => {
    const seats: Record<string, string[]> = {};
    for (const { blockId, row, number } of shapes)
      if (blockId === view.itemId) (seats[row] ??= []).push(number);
    return Object.keys(seats).length > 0 ? [{ ...view, seats }] : [];
  });
}

/** The view as it was drawn. */
export const drawnView = ({ itemId, fileId, alt }: DrawnView): DrawnView => ({ itemId, fileId, alt });

/** Whether performances that were made from one have the same pictures as those made from the other. */
export const areSameViews = (a: readonly SeatView[], b: readonly SeatView[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
