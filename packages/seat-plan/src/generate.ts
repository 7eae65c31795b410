import { placement } from './geometry';
import { blockIssues, MAX_PLAN_SEATS, PlanError, shapeIssues, type PlanIssues } from './issues';
import { rowIndex, rowLetters, seatNumber } from './rows';
import { stableId } from './uuid';
import type { PlanBlock, Shape } from './types';

export interface GenerateOptions {
  /** Namespace of stable ids, normally the id of the plan: equal blocks of two plans then get different seat ids. */
  namespace?: string;
  /** Replaces the stable ids; called once per seat. */
  newId?: (blockId: string, row: string, number: string) => string;
}

type BlockShape = Shape & { blockId: string };

function shapesOf(block: PlanBlock, options: GenerateOptions, groups: { next: number }): BlockShape[] {
  const first = rowIndex(block.firstRow);
  const accessible = new Set(block.accessible);
  const aisles = new Set(block.aisleAfter);
  const place = placement(block);
  const newId = options.newId ?? ((...parts: string[]) => stableId(options.namespace ?? '', ...parts));
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
        ...place(line, position),
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

/** The issues of a plan, for an editor that shows them while the plan is edited. */
export function planIssues(blocks: readonly PlanBlock[]): PlanIssues {
  const wrong = blockIssues(blocks);
  // The ids of these seats are not used.
  return wrong.count > 0 ? wrong : shapeIssues(draw(blocks, { newId: () => '' }));
}

/**
 * The seats of a plan with issues, for the editor: every valid block is generated, repeated labels and overlaps
 * included, in order until the seat limit is reached.
 */
export function previewShapes(blocks: readonly PlanBlock[], options: GenerateOptions = {}): Shape[] {
  let seats = 0;
  const drawn = blocks.filter((block) => {
    if (blockIssues([block]).count > 0) return false;
    seats += block.rows * block.seatsPerRow;
    return seats <= MAX_PLAN_SEATS;
  });
  return draw(drawn, options).map(withoutBlock);
}

function withoutBlock({ blockId: _blockId, ...shape }: BlockShape): Shape {
  return shape;
}

/**
 * The seats of a plan. The same blocks always give the same ids, positions and order.
 * @throws PlanError when there are too many seats, a number is out of range, a label is repeated, or seats overlap.
 */
export function generateShapes(blocks: readonly PlanBlock[], options: GenerateOptions = {}): Shape[] {
  const wrong = blockIssues(blocks);
  if (wrong.count > 0) throw new PlanError(wrong);
  const shapes = draw(blocks, options);
  const issues = shapeIssues(shapes);
  if (issues.count > 0) throw new PlanError(issues);
  return shapes.map(withoutBlock);
}
