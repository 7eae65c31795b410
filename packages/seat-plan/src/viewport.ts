import type { Box } from './types';

export const MAX_ZOOM = 8;

/** The visible part of the plan: as wide as the plan divided by the zoom, and never beyond its edges. */
export interface Viewport {
  zoom: number;
  x: number;
  y: number;
}

export const wholePlan = (frame: Box): Viewport => ({ zoom: 1, x: frame.x, y: frame.y });

export const visibleBox = (frame: Box, view: Viewport): Box => ({
  x: view.x,
  y: view.y,
  width: frame.width / view.zoom,
  height: frame.height / view.zoom,
});

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

function inside(frame: Box, view: Viewport): Viewport {
  const zoom = clamp(view.zoom, 1, MAX_ZOOM);
  return {
    zoom,
    // The sizes first: without zoom they cancel out exactly, and the whole plan stays where it is.
    x: clamp(view.x, frame.x, frame.x + (frame.width - frame.width / zoom)),
    y: clamp(view.y, frame.y, frame.y + (frame.height - frame.height / zoom)),
  };
}

/** Zooms by a factor; the point `at` stays at the same place on the screen. */
export function zoomAt(frame: Box, view: Viewport, factor: number, at: { x: number; y: number }): Viewport {
  const zoom = clamp(view.zoom * factor, 1, MAX_ZOOM);
  const scale = view.zoom / zoom;
  return inside(frame, { zoom, x: at.x - (at.x - view.x) * scale, y: at.y - (at.y - view.y) * scale });
}

export const panBy = (frame: Box, view: Viewport, dx: number, dy: number): Viewport =>
  inside(frame, { ...view, x: view.x + dx, y: view.y + dy });

/** The smallest move that makes a point visible, with some room around it. */
export function reveal(frame: Box, view: Viewport, point: { x: number; y: number }): Viewport {
  const box = visibleBox(frame, view);
  const room = Math.min(box.width, box.height) * 0.15;
  const x = clamp(view.x, point.x + room - box.width, point.x - room);
  const y = clamp(view.y, point.y + room - box.height, point.y - room);
  return inside(frame, { ...view, x, y });
}
