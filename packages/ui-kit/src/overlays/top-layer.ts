import { type RefObject, useLayoutEffect } from 'react';

export interface Point {
  x: number;
  y: number;
}

const MARGIN = 8;

/** Position of a box inside the window: below `anchor`, or above it where it does not fit below. */
export const placed = (
  anchor: { left: number; top: number; bottom: number },
  box: { width: number; height: number },
  frame: { width: number; height: number },
): Point => {
  const below = anchor.bottom + box.height + MARGIN <= frame.height;
  const above = anchor.top - box.height >= MARGIN;
  const top = below || !above ? anchor.bottom : anchor.top - box.height;
  return {
    x: Math.max(MARGIN, Math.min(anchor.left, frame.width - box.width - MARGIN)),
    y: Math.max(MARGIN, Math.min(top, frame.height - box.height - MARGIN)),
  };
};

/** Shows an element with `popover="manual"` in the top layer while it is mounted, at the position of `anchor`. */
export const useTopLayer = (
  ref: RefObject<HTMLElement | null>,
  anchor: () => { left: number; top: number; bottom: number } | null,
): void => {
  useLayoutEffect(() => {
    const element = ref.current;
    element?.showPopover();
    return () => element?.hidePopover();
  }, [ref]);
  // After each render: the content may have grown.
  useLayoutEffect(() => {
    const element = ref.current;
    const where = anchor();
    if (!element || !where) return;
    const frame = { width: window.innerWidth, height: window.innerHeight };
    const { x, y } = placed(where, element.getBoundingClientRect(), frame);
    element.style.left = `${x}px`;
    element.style.top = `${y}px`;
  });
};
