import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';
import type { Party } from './placement-types';

/** A press that moves fewer pixels is a click. */
const THRESHOLD = 6;

export interface Dragged {
  party: Party;
  x: number;
  y: number;
}

export interface PartyDragTarget {
  onStart: (party: Party) => void;
  onMove: (event: MouseEvent) => void;
  onDrop: (party: Party, event: MouseEvent) => void;
  onCancel: () => void;
}

/**
 * Drags a party with a mouse or a pen; a finger scrolls and zooms, and picks by a tap instead. Moves are taken before the
 * plan sees them, which would pan.
 */
export function usePartyDrag(target: PartyDragTarget) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const latest = useRef(target);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => {
    latest.current = target;
  });
  useEffect(() => () => stop.current?.(), []);
  const begin = useCallback((party: Party, { pointerType, button, clientX, clientY }: PointerEvent) => {
    if (pointerType === 'touch' || button !== 0) return;
    let isDragging = false;
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    const end = () => {
      listeners.abort();
      stop.current = null;
      setDragged(null);
    };
    stop.current = end;
    const move = (event: globalThis.PointerEvent) => {
      if (!isDragging) {
        if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < THRESHOLD) return;
        isDragging = true;
        latest.current.onStart(party);
      }
      event.stopPropagation();
      event.preventDefault();
      setDragged({ party, x: event.clientX, y: event.clientY });
      latest.current.onMove(event);
    };
    const up = (event: globalThis.PointerEvent) => {
      end();
      if (!isDragging) return;
      // The click that follows is the end of the drag, not a choice.
      const swallow = (click: MouseEvent) => click.stopPropagation();
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, true));
      latest.current.onDrop(party, event);
    };
    const cancel = (event: KeyboardEvent | globalThis.PointerEvent) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
      end();
      if (isDragging) latest.current.onCancel();
    };
    window.addEventListener('pointermove', move, options);
    window.addEventListener('pointerup', up, options);
    window.addEventListener('pointercancel', cancel, options);
    window.addEventListener('keydown', cancel, options);
  }, []);
  return { dragged, begin };
}
