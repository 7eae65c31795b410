import type { KeyboardCoordinateGetter } from '@dnd-kit/core';
import type { KeyboardEvent } from 'react';
import { isMenuKey } from '@coulisse/ui-kit';

/** Id of the column of the records without a value. */
export const NO_VALUE = '';

/** While a card is dragged by keyboard, the arrow keys move it to the middle of the next column. */
export const nextColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0;
  const carried = context.collisionRect;
  if (step === 0 || !carried) return undefined;
  event.preventDefault();
  const columns = [...context.droppableRects.values()].sort((a, b) => a.left - b.left);
  const middle = carried.left + carried.width / 2;
  const columnIndex = columns.findIndex((column) => middle >= column.left && middle < column.right);
  const next = columns[columnIndex < 0 ? 0 : columnIndex + step];
  if (!next) return undefined;
  return {
    x: next.left + (next.width - carried.width) / 2,
    y: Math.max(next.top + 48, currentCoordinates.y),
  };
};

/** The card that an arrow key moves to: in its column, or at the same height in the next column with cards. */
export const nearCard = (board: HTMLElement | null, card: HTMLElement, key: string): HTMLElement | null => {
  const columns = [...(board?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-card]'),
  ]);
  const column = columns.findIndex((cards) => cards.includes(card));
  const place = columns[column]?.indexOf(card) ?? -1;
  if (column < 0) return null;
  if (key === 'ArrowDown' || key === 'ArrowUp')
    return columns[column]?.[place + (key === 'ArrowDown' ? 1 : -1)] ?? null;
  const ahead =
    key === 'ArrowRight'
      ? columns.slice(column + 1)
      : key === 'ArrowLeft'
        ? columns.slice(0, column).reverse()
        : [];
  const cards = ahead.find((candidates) => candidates.length > 0);
  return cards?.[Math.min(place, cards.length - 1)] ?? null;
};

/** The keys that open a menu on a card: the context menu, or the columns to move it to. */
export const cardMenuKey = (event: KeyboardEvent): 'menu' | 'move' | null => {
  if (isMenuKey(event)) return 'menu';
  return event.key === 'm' && !event.ctrlKey && !event.metaKey && !event.altKey ? 'move' : null;
};
