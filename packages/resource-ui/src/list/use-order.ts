import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { useToast } from '@coulisse/ui-kit';
import { useReorderRows } from '../data/list-queries';
import { useOperations, useStale } from '../data/operations';
import { rowMoved } from '../data/row-order';
import { useProblemText } from '../problem-text';
import type { ListControl } from './use-list';

/** The field that keeps the order which people give. */
const POSITION = 'position';

/** The order that people give to the records themselves; null where the list is not shown in it, or they may not. */
export const useOrder = (descriptor: ResourceDescriptor, list: ListControl) => {
  const toast = useToast();
  const problem = useProblemText();
  const operations = useOperations(descriptor);
  const reorder = useReorderRows(descriptor);
  const stale = useStale(descriptor);
  const given =
    descriptor.features.sortable &&
    descriptor.may.update &&
    list.state.type === 'table' &&
    list.sorted.sort === POSITION;
  if (!given) return null;
  const ids = list.rows.map(({ id }) => id);

  /** Takes a row to the place of another one. */
  const move = async (id: string, over: string): Promise<void> => {
    const moved = rowMoved(ids, id, over);
    if (!moved) return;
    reorder(moved.ids);
    try {
      // At the foot of a page that is not the last one, it stands before the first row of the next.
      const last = moved.before === null && list.query.data?.page.next ? ids.at(-1) : undefined;
      const before = last ? (await operations.neighbours(last, list.question)).next : moved.before;
      await operations.order(id, before);
    } catch (failure) {
      toast.bad(problem(failure));
    } finally {
      await stale();
    }
  };
  return {
    ids,
    move,
    /** The row before or after, on this page. */
    beside: (id: string, by: 1 | -1): string | null => ids[ids.indexOf(id) + by] ?? null,
  };
};

export type OrderControl = NonNullable<ReturnType<typeof useOrder>>;
