import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core';
import { useResourceText } from '@coulisse/resource-client';

/** Screen reader announcements of a drag and drop. */
export const useDragWords = (
  nameOf: (id: UniqueIdentifier) => string,
  placeOf: (id: UniqueIdentifier) => number,
  count: number,
): { announcements: Announcements; screenReaderInstructions: ScreenReaderInstructions } => {
  const text = useResourceText();
  return {
    screenReaderInstructions: { draggable: text('list.drag.help') },
    announcements: {
      onDragStart: ({ active }) =>
        text('list.drag.start', { name: nameOf(active.id), place: placeOf(active.id), count }),
      onDragOver: ({ active, over }) =>
        over
          ? text('list.drag.over', { name: nameOf(active.id), place: placeOf(over.id), count })
          : undefined,
      onDragEnd: ({ active, over }) =>
        text('list.drag.end', { name: nameOf(active.id), place: placeOf(over?.id ?? active.id), count }),
      onDragCancel: ({ active }) => text('list.drag.cancel', { name: nameOf(active.id) }),
    },
  };
};
