import { type PointerEvent, useState } from 'react';

/** The line or group that is dragged by its handle, and the row under the pointer. */
export interface Dragged {
  key: string;
  over: string | null;
}

const LEAST_DISTANCE = 4;

const rowAt = (x: number, y: number): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-entry]') ?? null;

/**
 * Drags a row by its handle. The whole drag is followed on the window: no row has a hook of its own, so that five
 * hundred of them cost nothing. A press without a drag is a click.
 */
export const useDrag = (onDrop: (key: string, over: string) => void) => {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const start = (event: PointerEvent, key: string) => {
    if (event.button !== 0) return;
    const { clientX, clientY } = event;
    let over: string | null = null;
    let isDragging = false;
    const move = (moved: globalThis.PointerEvent) => {
      isDragging ||= Math.hypot(moved.clientX - clientX, moved.clientY - clientY) >= LEAST_DISTANCE;
      if (!isDragging) return;
      const row = rowAt(moved.clientX, moved.clientY);
      over = row?.dataset['entry'] ?? null;
      row?.scrollIntoView({ block: 'nearest' });
      setDragged((now) => (now?.over === over ? now : { key, over }));
    };
    const end = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', cancel, true);
      setDragged(null);
    };
    const drop = () => {
      end();
      if (isDragging && over !== null && over !== key) onDrop(key, over);
    };
    const cancel = (pressed: KeyboardEvent) => {
      if (pressed.key === 'Escape') end();
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', cancel, true);
  };
  return { dragged, start };
};
