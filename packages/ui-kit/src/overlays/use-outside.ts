import { type RefObject, useEffect, useRef } from 'react';

/**
 * Calls `onOutside` after a press outside the element, or when the focus moves outside. PrimeReact listens to clicks at
 * the window only: it misses the keyboard, and a click that another element has stopped.
 */
export const useOutside = (
  ref: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onOutside: () => void,
): void => {
  const latest = useRef(onOutside);
  useEffect(() => {
    latest.current = onOutside;
  });
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: Event) => {
      if (ref.current && !ref.current.contains(event.target as Node)) latest.current();
    };
    document.addEventListener('pointerdown', outside, true);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      document.removeEventListener('focusin', outside);
    };
  }, [ref, isOpen]);
};
