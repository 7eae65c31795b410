import { type RefObject, useEffect, useLayoutEffect } from 'react';

export interface Point {
  x: number;
  y: number;
}

const MARGIN = 8;

/** Keeps a box of this size inside the window; where it does not fit below `anchor`, it goes above. */
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

/** Shows an element with `popover="manual"` above everything, for as long as it is mounted, where `anchor` says. */
export const useTopLayer = (
  ref: RefObject<HTMLElement | null>,
  anchor: () => { left: number; top: number; bottom: number } | null,
): void => {
  useLayoutEffect(() => {
    const element = ref.current;
    element?.showPopover();
    return () => element?.hidePopover();
  }, [ref]);
  // After each render: what is inside may have grown.
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

/** Calls back when somebody presses outside the element, or the focus goes elsewhere. */
export const useOutside = (ref: RefObject<HTMLElement | null>, onOutside: () => void): void => {
  useEffect(() => {
    const outside = (event: Event) => {
      if (ref.current && !ref.current.contains(event.target as Node)) onOutside();
    };
    document.addEventListener('pointerdown', outside, true);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      document.removeEventListener('focusin', outside);
    };
  }, [ref, onOutside]);
};
