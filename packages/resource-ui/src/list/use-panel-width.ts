import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';

const KEY = 'coulisse.panel';
const USUAL = 404;
const LEAST = 320;
const MOST = 720;

const stored = (): number => Number(localStorage.getItem(KEY)) || USUAL;

/** The width of the panel, set by pointer or arrow keys; stored on this device. */
export const usePanelWidth = () => {
  const [width, setWidth] = useState(stored);
  useEffect(() => {
    document.documentElement.style.setProperty('--panel', `${width}px`);
    localStorage.setItem(KEY, String(width));
    return () => {
      document.documentElement.style.removeProperty('--panel');
    };
  }, [width]);
  const set = (next: number) => setWidth(Math.min(MOST, Math.max(LEAST, Math.round(next))));
  return {
    'aria-valuenow': width,
    'aria-valuemin': LEAST,
    'aria-valuemax': MOST,
    onPointerDown: (event: PointerEvent<HTMLElement>) =>
      event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) set(window.innerWidth - event.clientX);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      set(width + (event.key === 'ArrowLeft' ? 24 : -24));
    },
  };
};
