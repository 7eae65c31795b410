import type { PlanBlock, PlanTable, PreviewShape, SeatMarks } from '@coulisse/seat-plan';
import type { Drawing } from './drawing';

/** What the brush gives to the seats that it touches. */
export type Brush =
  { kind: 'category'; categoryId: string } | { kind: 'accessible' | 'companions' | 'blocked' | 'erase' };

/** How the marks of an item name a seat: by its label, at a table by its number. */
const keyOf = ({ tableId, label, number }: PreviewShape): string => (tableId ? number : label);

type MarkList = 'accessible' | 'companions' | 'blocked';

const withKeys = (list: readonly string[] | undefined, keys: ReadonlySet<string>): string[] => [
  ...new Set([...(list ?? []), ...keys]),
];
const without = (list: readonly string[] | undefined, keys: ReadonlySet<string>): string[] =>
  (list ?? []).filter((key) => !keys.has(key));

/** A seat is for a wheelchair or for a companion, not both. */
const OPPOSITE: Partial<Record<MarkList, MarkList>> = { accessible: 'companions', companions: 'accessible' };

function markedItem<T extends SeatMarks & { categoryId: string }>(
  item: T,
  keys: ReadonlySet<string>,
  brush: Brush,
): T {
  if (brush.kind === 'category') {
    const rest = Object.entries(item.painted ?? {}).filter(([key]) => !keys.has(key));
    const own = brush.categoryId === item.categoryId ? [] : [...keys].map((key) => [key, brush.categoryId]);
    return { ...item, painted: Object.fromEntries([...rest, ...own]) as Record<string, string> };
  }
  if (brush.kind === 'erase')
    return {
      ...item,
      accessible: without(item.accessible, keys),
      companions: without(item.companions, keys),
      blocked: without(item.blocked, keys),
    };
  const opposite = OPPOSITE[brush.kind];
  return {
    ...item,
    ...(opposite && { [opposite]: without(item[opposite], keys) }),
    [brush.kind]: withKeys(item[brush.kind], keys),
  };
}

/** The drawing after a stroke of the brush over some seats. */
export function painted(drawing: Drawing, seats: readonly PreviewShape[], brush: Brush): Drawing {
  const byItem = new Map<string, Set<string>>();
  for (const seat of seats) {
    const keys = byItem.get(seat.blockId) ?? new Set();
    byItem.set(seat.blockId, keys.add(keyOf(seat)));
  }
  const mark = <T extends PlanBlock | PlanTable>(item: T): T => {
    const keys = byItem.get(item.id);
    return keys ? markedItem(item, keys, brush) : item;
  };
  return { ...drawing, blocks: drawing.blocks.map(mark), tables: drawing.tables.map(mark) };
}
