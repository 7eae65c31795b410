import { placeSeat } from './geometry';
import { blockIssues, PlanError, shapeIssues, type PlanIssue } from './issues';
import { rowIndex, rowLetters, seatNumber } from './rows';
import { stableId } from './uuid';
import type { PlanBlock, Shape } from './types';

export * from './types';
export { planBounds, planFrame, SEAT_SIZE, type PlanFrame } from './geometry';
export { PlanError, type PlanIssue, type PlanIssueCode } from './issues';
export { rowIndex, rowLetters } from './rows';
export { areConsecutive, bestSeats, consecutiveRuns, runAround, seatName } from './seats';
export { stableId } from './uuid';

export interface GenerateOptions {
  /** Where stable ids live, normally the id of the plan: two plans with the same blocks then have different seats. */
  namespace?: string;
  /** Ids of one's own: called once for each place. */
  newId?: (blockId: string, row: string, number: string) => string;
}

type BlockShape = Shape & { blockId: string };

function shapesOf(block: PlanBlock, options: GenerateOptions, groups: { next: number }): BlockShape[] {
  const first = rowIndex(block.firstRow);
  const accessible = new Set(block.accessible);
  const aisles = new Set(block.aisleAfter);
  const newId = options.newId ?? ((...place: string[]) => stableId(options.namespace ?? '', ...place));
  const shapes: BlockShape[] = [];
  for (let line = 0; line < block.rows; line++) {
    const row = rowLetters(first + line);
    groups.next++;
    for (let position = 0; position < block.seatsPerRow; position++) {
      if (position > 0 && aisles.has(position)) groups.next++;
      const number = String(seatNumber(position, block.seatsPerRow, block.firstSeat, block.numbering));
      const label = `${row}-${number}`;
      shapes.push({
        blockId: block.id,
        id: newId(block.id, row, number),
        type: 'SEAT',
        row,
        number,
        label,
        categoryId: block.categoryId,
        ...placeSeat(block, line, position),
        isPmr: accessible.has(label),
        isBlocked: false,
        groupIndex: groups.next,
        pathOrder: 0,
      });
    }
  }
  return shapes;
}

function draw(blocks: readonly PlanBlock[], options: GenerateOptions): BlockShape[] {
  const groups = { next: -1 };
  const shapes = blocks.flatMap((block) => shapesOf(block, options, groups));
  shapes.forEach((shape, order) => (shape.pathOrder = order));
  return shapes;
}

/** What is wrong with a plan, for an editor that shows it while it is being drawn. */
export function planIssues(blocks: readonly PlanBlock[]): PlanIssue[] {
  const wrong = blockIssues(blocks);
  return wrong.length > 0 ? wrong : shapeIssues(draw(blocks, {}));
}

/** A drawing for the editor: what can be drawn is drawn, repeated labels and overlaps included. */
export function previewShapes(blocks: readonly PlanBlock[], options: GenerateOptions = {}): Shape[] {
  const wrong = new Set(blockIssues(blocks).map((issue) => issue.blockId));
  return draw(
    blocks.filter((block) => !wrong.has(block.id)),
    options,
  ).map(withoutBlock);
}

function withoutBlock({ blockId: _blockId, ...shape }: BlockShape): Shape {
  return shape;
}

/**
 * The seats of a plan. The same blocks give the same ids, places and order, always.
 * @throws PlanError when a number is out of range, a row and number come twice, or seats lie on each other.
 */
export function generateShapes(blocks: readonly PlanBlock[], options: GenerateOptions = {}): Shape[] {
  const wrong = blockIssues(blocks);
  if (wrong.length > 0) throw new PlanError(wrong);
  const shapes = draw(blocks, options);
  const issues = shapeIssues(shapes);
  if (issues.length > 0) throw new PlanError(issues);
  return shapes.map(withoutBlock);
}
