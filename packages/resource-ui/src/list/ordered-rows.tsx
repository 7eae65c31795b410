import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { titleOf, useDragWords } from '@coulisse/resource-fields';
import { ListRow } from './list-row';
import type { OrderControl } from './use-order';

interface OrderedListProps {
  order: OrderControl;
  nameOf: (id: string) => string;
  /** `carrying`: a row is being dragged, and handles the arrow keys. */
  children: (carrying: boolean) => ReactNode;
}

/** Rows that are moved by a drag handle, with the pointer or the keyboard. */
export const OrderedList = ({ order, nameOf, children }: OrderedListProps) => {
  const { ids, move } = order;
  const [carrying, setCarrying] = useState(false);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const words = useDragWords(
    (id) => nameOf(String(id)),
    (id) => ids.indexOf(String(id)) + 1,
    ids.length,
  );
  const drop = ({ active, over }: DragEndEvent) => {
    setCarrying(false);
    if (over) void move(String(active.id), String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={words}
      onDragStart={() => setCarrying(true)}
      onDragCancel={() => setCarrying(false)}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children(carrying)}
      </SortableContext>
    </DndContext>
  );
};

/** A row with its handle. */
export const OrderedRow = (props: ComponentProps<typeof ListRow>) => {
  const text = useResourceText();
  const name = titleOf(props.descriptor, props.row, useLanguage());
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: props.row.id });
  return (
    <ListRow
      {...props}
      rowRef={setNodeRef}
      carried={isDragging}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      handle={
        <button
          type="button"
          ref={setActivatorNodeRef}
          className="r-grip"
          {...attributes}
          {...listeners}
          tabIndex={props.active === null ? -1 : 0}
          aria-label={text('list.order.move', { name })}
          data-testid={`grip-${props.row.id}`}
        >
          <GripVertical className="c-icon" aria-hidden />
        </button>
      }
    />
  );
};
