import { placement, seatsOfRow } from './geometry';
import { blockIssues, countSeats, MAX_PLAN_SEATS, PlanError, shapeIssues, type PlanIssues } from './issues';
import { rowNames, seatNumber } from './rows';
import { chairsOf } from './tables';
import { stableId } from './uuid';
import type { PlanBlock, PlanTable, SeatMarks, Shape } from './types';

export interface GenerateOptions {
  /** Tables of the plan; their chairs follow the seats of the blocks. */
  tables?: readonly PlanTable[];
  /** Namespace of stable ids, normally the id of the plan: equal blocks of two plans then get different seat ids. */
  namespace?: string;
  /** Replaces the stable ids; called once per seat. */
  newId?: (blockId: string, row: string, number: string) => string;
}

type BlockShape = Shape & { blockId: string };

interface Numbers {
  group: number;
}

/** What the marks say about a seat; built once per block, since a block may have thousands of seats. */
function readMarks(marks: SeatMarks, categoryId: string) {
  const [accessible, companions, blocked] = [marks.accessible, marks.companions, marks.blocked].map(
    (keys) => new Set(keys),
  );
  const painted = new Map(Object.entries(marks.painted ?? {}));
  return (key: string) => ({
    categoryId: painted.get(key) ?? categoryId,
    isPmr: accessible?.has(key) ?? false,
    isCompanion: companions?.has(key) ?? false,
    isBlocked: blocked?.has(key) ?? false,
  });
}

type NewId = (blockId: string, row: string, number: string) => string;
const idsOf = ({ newId, namespace = '' }: GenerateOptions): NewId =>
  newId ?? ((...parts) => stableId(namespace, ...parts));

function shapesOf(block: PlanBlock, newId: NewId, numbers: Numbers): BlockShape[] {
  const marks = readMarks(block, block.categoryId);
  const aisles = new Set(block.aisleAfter);
  const place = placement(block);
  const shapes: BlockShape[] = [];
  rowNames(block.firstRow, block.rows, block.skipLetters).forEach((row, line) => {
    const seats = seatsOfRow(block, line);
    numbers.group++;
    for (let position = 0; position < seats; position++) {
      if (position > 0 && aisles.has(position)) numbers.group++;
      const number = String(seatNumber(position, seats, block.firstSeat, block.numbering));
      const label = `${row}-${number}`;
      shapes.push({
        blockId: block.id,
        id: newId(block.id, row, number),
        type: 'SEAT',
        row,
        number,
        label,
        ...marks(label),
        ...place(line, position),
        tableId: null,
        groupIndex: numbers.group,
        pathOrder: 0,
      });
    }
  });
  return shapes;
}

function chairShapes(table: PlanTable, newId: NewId, numbers: Numbers): BlockShape[] {
  const marks = readMarks(table, table.categoryId);
  numbers.group++;
  return chairsOf(table).map(({ number, ...place }) => ({
    blockId: table.id,
    // Without the label: a table that gets another one keeps its seats.
    id: newId(table.id, '', number),
    type: 'SEAT',
    row: table.label,
    number,
    label: `${table.label}-${number}`,
    ...marks(number),
    ...place,
    tableId: table.id,
    groupIndex: numbers.group,
    pathOrder: 0,
  }));
}

function draw(blocks: readonly PlanBlock[], options: GenerateOptions): BlockShape[] {
  const numbers = { group: -1 };
  const newId = idsOf(options);
  const shapes = [
    ...blocks.flatMap((block) => shapesOf(block, newId, numbers)),
    ...(options.tables ?? []).flatMap((table) => chairShapes(table, newId, numbers)),
  ];
  shapes.forEach((shape, order) => (shape.pathOrder = order));
  return shapes;
}

/** The issues of a plan, for an editor that shows them while the plan is edited. */
export function planIssues(blocks: readonly PlanBlock[], tables: readonly PlanTable[] = []): PlanIssues {
  const wrong = blockIssues(blocks, tables);
  // The ids of these seats are not used.
  return wrong.count > 0 ? wrong : shapeIssues(draw(blocks, { tables, newId: () => '' }));
}

/** A seat of a plan that is being edited, with the block or the table that it belongs to. */
export type PreviewShape = Shape & { blockId: string };

/**
 * The seats of a plan with issues, for the editor: every valid block and table is generated, repeated labels and
 * overlaps included, in order until the seat limit is reached.
 */
export function previewSeats(blocks: readonly PlanBlock[], options: GenerateOptions = {}): PreviewShape[] {
  let seats = 0;
  const fits = (added: number): boolean => (seats += added) <= MAX_PLAN_SEATS;
  const drawn = blocks.filter((block) => blockIssues([block]).count === 0 && fits(countSeats([block])));
  const tables = (options.tables ?? []).filter(
    (table) => blockIssues([], [table]).count === 0 && fits(table.chairs),
  );
  return draw(drawn, { ...options, tables });
}

export const previewShapes = (blocks: readonly PlanBlock[], options: GenerateOptions = {}): Shape[] =>
  previewSeats(blocks, options).map(withoutBlock);

function withoutBlock({ blockId: _blockId, ...shape }: BlockShape): Shape {
  return shape;
}

/**
 * The seats of a plan. The same blocks and tables always give the same ids, positions and order.
 * @throws PlanError when there are too many seats, a number is out of range, a label is repeated, or seats overlap.
 */
export function generateShapes(blocks: readonly PlanBlock[], options: GenerateOptions = {}): Shape[] {
  const wrong = blockIssues(blocks, options.tables);
  if (wrong.count > 0) throw new PlanError(wrong);
  const shapes = draw(blocks, options);
  const issues = shapeIssues(shapes);
  if (issues.count > 0) throw new PlanError(issues);
  return shapes.map(withoutBlock);
}
