import { type PlanScene, SEAT_SIZE, type Shape } from '@coulisse/seat-plan';

/** Why a seat stays as it is: sold, held at this moment, or of a sale that was cancelled. */
export type Use = 'SOLD' | 'HELD' | 'CANCELLED';

/** What a performance's seat and a plan's seat have in common. */
export type SeatDrawing = Omit<Shape, 'id' | 'type'>;

/** A seat of a performance: its own id, and that of the plan's seat that it was copied from. */
export interface CopiedSeat extends SeatDrawing {
  id: string;
  shapeId: string;
  use: Use | null;
}

export interface KeptSeat {
  label: string;
  use: Use;
  /** What the plan would have done with it. */
  change: 'REMOVED' | 'CHANGED';
}

export interface Synchronisation {
  removedIds: string[];
  /** Seats as they become, those whose place in the order alone changes included. */
  updated: CopiedSeat[];
  added: (SeatDrawing & { shapeId: string })[];
  /** Labels of free seats that are drawn anew: moved, renamed, of another category, blocked. */
  changed: string[];
  removed: string[];
  kept: KeptSeat[];
  /** Labels of the plan's seats that get no place, because a kept seat has their label or stands there. */
  withheld: string[];
  /** Tables that stay as they are, because somebody sits there. */
  keptTables: ReadonlySet<string>;
}

const LOOK = [
  ...(['row', 'number', 'label', 'categoryId', 'x', 'y', 'rotation'] as const),
  ...(['isPmr', 'isCompanion', 'isBlocked', 'tableId'] as const),
];
const PLACE = ['label', 'x', 'y', 'rotation', 'tableId'] as const;

const differs = (keys: readonly (keyof SeatDrawing)[], a: SeatDrawing, b: SeatDrawing): boolean =>
  keys.some((key) => a[key] !== b[key]);

/** Places that are taken by kept seats. */
class KeptPlaces {
  private readonly labels = new Set<string>();
  private readonly cells = new Map<string, SeatDrawing[]>();

  add(seat: SeatDrawing): void {
    this.labels.add(seat.label);
    const key = this.keyOf(this.cellOf(seat.x), this.cellOf(seat.y));
    this.cells.set(key, [...(this.cells.get(key) ?? []), seat]);
  }

  has({ label, x, y }: SeatDrawing): boolean {
    if (this.labels.has(label)) return true;
    const [column, line] = [this.cellOf(x), this.cellOf(y)];
    return [-1, 0, 1].some((dx) =>
      [-1, 0, 1].some((dy) =>
        (this.cells.get(this.keyOf(column + dx, line + dy)) ?? []).some(
          (seat) => Math.hypot(seat.x - x, seat.y - y) < SEAT_SIZE - 0.05,
        ),
      ),
    );
  }

  private cellOf(value: number): number {
    return Math.floor(value / SEAT_SIZE);
  }

  private keyOf(column: number, line: number): string {
    return `${column}:${line}`;
  }
}

/**
 * What becomes of a performance's seats when they follow the room plan again. A seat that is sold, held or was
 * sold is never deleted or moved, and neither is the table at which it stands: what the plan wants in its place is
 * left out. Free seats become what the plan says.
 */
export function synchronise(copy: readonly CopiedSeat[], planned: readonly Shape[]): Synchronisation {
  const shapes = new Map(planned.map((shape) => [shape.id, shape]));
  const isMoved = (seat: CopiedSeat): boolean => {
    const shape = shapes.get(seat.shapeId);
    return !shape || differs(PLACE, seat, shape);
  };
  const keptTables = new Set(
    copy.flatMap((seat) => (seat.use && seat.tableId && isMoved(seat) ? seat.tableId : [])),
  );
  const isAtKeptTable = ({ tableId }: SeatDrawing): boolean => tableId !== null && keptTables.has(tableId);
  const fixed = copy.filter((seat) => seat.use !== null || isAtKeptTable(seat));
  const fixedIds = new Set(fixed.map(({ id }) => id));
  const places = new KeptPlaces();
  for (const seat of fixed) places.add(seat);

  const fixedShapes = new Set(fixed.map(({ shapeId }) => shapeId));
  const placeable = planned.filter((shape) => !fixedShapes.has(shape.id));
  const withheld = placeable.filter((shape) => isAtKeptTable(shape) || places.has(shape));
  const withheldIds = new Set(withheld.map(({ id }) => id));
  const free = new Map(
    copy.flatMap((seat) => (fixedIds.has(seat.id) ? [] : [[seat.shapeId, seat] as const])),
  );

  const updated: CopiedSeat[] = [];
  const added: Synchronisation['added'] = [];
  const changed: string[] = [];
  for (const { id: shapeId, type: _type, ...drawing } of placeable) {
    if (withheldIds.has(shapeId)) continue;
    const seat = free.get(shapeId);
    if (!seat) {
      added.push({ shapeId, ...drawing });
      continue;
    }
    if (differs(LOOK, seat, drawing)) changed.push(seat.label);
    updated.push({ ...seat, ...drawing });
  }
  updated.push(...fixed.map((seat) => inOrder(seat, shapes.get(seat.shapeId), planned)));
  const removed = copy.filter(
    ({ id, shapeId }) => !fixedIds.has(id) && (!shapes.has(shapeId) || withheldIds.has(shapeId)),
  );
  return {
    removedIds: removed.map(({ id }) => id),
    updated,
    added,
    changed,
    removed: removed.map(({ label }) => label),
    kept: fixed.flatMap((seat) => keptSeat(seat, shapes.get(seat.shapeId))),
    withheld: withheld.map(({ label }) => label),
    keptTables,
  };
}

/** A kept seat follows the order of the plan; one that the plan no longer has comes last, and is sold no more. */
function inOrder(seat: CopiedSeat, shape: Shape | undefined, planned: readonly Shape[]): CopiedSeat {
  if (shape) return { ...seat, groupIndex: shape.groupIndex, pathOrder: shape.pathOrder };
  const groups = (planned.at(-1)?.groupIndex ?? -1) + 1;
  return {
    ...seat,
    groupIndex: groups + seat.groupIndex,
    pathOrder: planned.length + seat.pathOrder,
    isBlocked: seat.isBlocked || seat.use === 'CANCELLED',
  };
}

function keptSeat(seat: CopiedSeat, shape: Shape | undefined): KeptSeat[] {
  if (seat.use === null) return [];
  if (!shape) return [{ label: seat.label, use: seat.use, change: 'REMOVED' }];
  return differs(LOOK, seat, shape) ? [{ label: seat.label, use: seat.use, change: 'CHANGED' }] : [];
}

const NO_SCENE: PlanScene = { tables: [], outlines: [], texts: [] };

/** What is drawn apart from the seats: that of the plan, with the kept tables where they were. */
export function synchronisedScene(
  before: PlanScene | null,
  planned: PlanScene,
  keptTables: ReadonlySet<string>,
): PlanScene {
  const stay = (before ?? NO_SCENE).tables.filter(({ id }) => keptTables.has(id));
  return { ...planned, tables: [...planned.tables.filter(({ id }) => !keptTables.has(id)), ...stay] };
}
