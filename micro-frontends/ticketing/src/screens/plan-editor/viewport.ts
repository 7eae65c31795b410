import type { Box } from '@coulisse/seat-plan';

/** The plan point in the upper left corner of the canvas, and pixels per plan unit. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

const [MIN_SCALE, MAX_SCALE] = [0.05, 8];
/** One plan unit is a pixel and a half at most, so that few seats do not fill the page. */
const MAX_FIT = 1.5;

const clampScale = (scale: number): number => Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE);

/** Shows a whole box in the middle. */
export function fitted(box: Box, size: Size, margin = 24): View {
  const [width, height] = [Math.max(1, size.width - 2 * margin), Math.max(1, size.height - 2 * margin)];
  const scale = clampScale(
    Math.min(width / Math.max(1, box.width), height / Math.max(1, box.height), MAX_FIT),
  );
  return {
    scale,
    x: box.x + box.width / 2 - size.width / 2 / scale,
    y: box.y + box.height / 2 - size.height / 2 / scale,
  };
}

export const toPlan = (view: View, pixel: { x: number; y: number }): { x: number; y: number } => ({
  x: view.x + pixel.x / view.scale,
  y: view.y + pixel.y / view.scale,
});

/** Zooms by a factor; the pixel stays over the same point of the plan. */
export function zoomed(view: View, factor: number, pixel: { x: number; y: number }): View {
  const scale = clampScale(view.scale * factor);
  const point = toPlan(view, pixel);
  return { scale, x: point.x - pixel.x / scale, y: point.y - pixel.y / scale };
}

export const panned = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x - dx / view.scale,
  y: view.y - dy / view.scale,
});

/** Brings a point to the middle, near enough to see the seat. */
export const centred = (view: View, point: { x: number; y: number }, size: Size): View => {
  const scale = Math.max(view.scale, 1);
  return { scale, x: point.x - size.width / 2 / scale, y: point.y - size.height / 2 / scale };
};
