import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { useToast } from '@coulisse/ui-kit';
import {
  type ListControl,
  rowMoved,
  useInvalidateResource,
  useOperations,
  useProblemText,
  useReorderRows,
} from '@coulisse/resource-client';

/** The field that stores the manual order. */
const POSITION = 'position';

/** Manual ordering of rows; null when the list has another sort, or the user may not change it. */
export const useOrder = (descriptor: ResourceDescriptor, list: ListControl) => {
  const toast = useToast();
  const problem = useProblemText();
  const operations = useOperations(descriptor);
  const reorder = useReorderRows(descriptor);
  const stale = useInvalidateResource(descriptor);
  const isAvailable =
    descriptor.features.sortable &&
    descriptor.may.update &&
    list.state.type === 'table' &&
    list.sorted.sort === POSITION;
  if (!isAvailable) return null;
  const ids = list.rows.map(({ id }) => id);

  /** Moves a row to the position of another one. */
  const move = async (id: string, over: string): Promise<void> => {
    const moved = rowMoved(ids, id, over);
    if (!moved) return;
    reorder(moved.ids);
    try {
      // At the end of a page that is not the last one, the row goes before the first row of the next page.
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
    /** The previous or next row on this page. */
    beside: (id: string, by: 1 | -1): string | null => ids[ids.indexOf(id) + by] ?? null,
  };
};

export type OrderControl = NonNullable<ReturnType<typeof useOrder>>;
