export interface GestureTarget {
  toPlan(event: { clientX: number; clientY: number }): { x: number; y: number };
  isZoomed(): boolean;
  zoomAt(factor: number, at: { x: number; y: number }): void;
  /** Moves the viewport by this distance, in plan units. */
  pan(dx: number, dy: number): void;
  tap(event: MouseEvent): void;
  point(event: MouseEvent | null): void;
}

interface Finger {
  clientX: number;
  clientY: number;
}

/** A press that moves fewer pixels is a tap, not a drag. */
const DRAG_THRESHOLD = 7;

/**
 * Drag, pinch, wheel and tap on one node, by one set of delegated listeners. While the whole plan is visible a finger
 * scrolls the page as usual; once zoomed it moves the plan (the style sheet sets `touch-action` to match).
 * @returns removes the listeners
 */
export function followGestures(root: SVGElement, target: GestureTarget): () => void {
  const fingers = new Map<number, Finger>();
  let travelled = 0;
  const stop = new AbortController();
  const listen = <K extends keyof SVGElementEventMap>(
    type: K,
    handler: (event: SVGElementEventMap[K]) => void,
    passive = true,
  ): void => root.addEventListener(type, handler, { signal: stop.signal, passive });

  listen('pointerdown', (event) => {
    if (fingers.size === 0) travelled = 0;
    fingers.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY });
  });
  listen('pointermove', (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) {
      if (event.pointerType === 'mouse') target.point(event);
      return;
    }
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    travelled += Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
    if (other) pinch(last, event, other);
    else if (target.isZoomed() && travelled > DRAG_THRESHOLD) drag(event, last);
    fingers.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY });
  });
  function drag(event: PointerEvent, last: Finger): void {
    // Capture only when it is a drag: a captured pointer would redirect the click away from the seat.
    if (!root.hasPointerCapture(event.pointerId)) root.setPointerCapture(event.pointerId);
    const from = target.toPlan(last);
    const to = target.toPlan(event);
    target.pan(from.x - to.x, from.y - to.y);
  }
  function pinch(last: Finger, now: Finger, other: Finger): void {
    const before = Math.hypot(last.clientX - other.clientX, last.clientY - other.clientY);
    const after = Math.hypot(now.clientX - other.clientX, now.clientY - other.clientY);
    const middle = { clientX: (now.clientX + other.clientX) / 2, clientY: (now.clientY + other.clientY) / 2 };
    if (before > 0 && after > 0) target.zoomAt(after / before, target.toPlan(middle));
  }
  const lift = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
  };
  listen('pointerup', lift);
  listen('pointercancel', lift);
  listen('pointerleave', (event) => {
    if (!root.hasPointerCapture(event.pointerId)) lift(event);
    target.point(null);
  });
  listen('click', (event) => {
    if (travelled <= DRAG_THRESHOLD) target.tap(event);
  });
  listen(
    'wheel',
    (event) => {
      // The wheel alone scrolls the page; with Ctrl (a pinch on a touchpad sends the same event) it zooms.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      target.zoomAt(Math.exp(-event.deltaY / 240), target.toPlan(event));
    },
    false,
  );
  return () => stop.abort();
}
