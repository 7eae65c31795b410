import type { DrawnView, PlanBackground } from '../../api-types';
import type { Drawing } from './drawing';

/** A seat is 26 units wide, a little more than half a metre: so are the seats of theatres. */
export const UNITS_PER_METRE = 50;
/** Types that the server takes as pictures. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const;

const [MIN_SCALE, MAX_SCALE] = [0.001, 1000];
const USUAL_OPACITY = 0.5;
/** Of the width of a picture that is not scaled yet, in plan units. */
const FIRST_WIDTH = 1000;

interface Point {
  x: number;
  y: number;
}

const clampScale = (scale: number): number => Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE);
const round = (value: number): number => Math.round(value * 100) / 100;

/** A picture that was just stored, in the place and size of the one before, or around the middle of the plan. */
export function newBackground(
  { id, width, height }: { id: string; width: number; height: number },
  middle: Point,
  before: PlanBackground | null,
): PlanBackground {
  if (before) {
    const scale = clampScale((before.scale * before.width) / width);
    return { ...before, fileId: id, width, height, scale };
  }
  const scale = FIRST_WIDTH / width;
  return {
    ...{ fileId: id, width, height, scale, opacity: USUAL_OPACITY, isHidden: false },
    x: round(middle.x - (width * scale) / 2),
    y: round(middle.y - (height * scale) / 2),
  };
}

/**
 * The background in the scale in which two of its points are so many metres apart; the first of them stays where it is.
 * Null when the points are too near to each other to say anything.
 */
export function scaledBetween(
  background: PlanBackground,
  [from, to]: readonly [Point, Point],
  metres: number,
): PlanBackground | null {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (!(distance > 0) || !(metres > 0)) return null;
  const scale = clampScale((background.scale * metres * UNITS_PER_METRE) / distance);
  const factor = scale / background.scale;
  return {
    ...background,
    scale,
    x: round(from.x - (from.x - background.x) * factor),
    y: round(from.y - (from.y - background.y) * factor),
  };
}

export const widthInMetres = ({ width, scale }: PlanBackground): number =>
  round((width * scale) / UNITS_PER_METRE);

/** The background in the scale in which it is so wide; its upper left corner stays where it is. */
export const withWidth = (background: PlanBackground, metres: number): PlanBackground => ({
  ...background,
  scale: clampScale((metres * UNITS_PER_METRE) / background.width),
});

export const viewOf = ({ views }: Pick<Drawing, 'views'>, itemId: string): DrawnView | undefined =>
  views.find((view) => view.itemId === itemId);

/** The drawing with a view of a block or table, or without one. */
export const withView = (
  drawing: Drawing,
  itemId: string,
  view: Omit<DrawnView, 'itemId'> | null,
): Drawing => ({
  ...drawing,
  views: [
    ...drawing.views.filter((other) => other.itemId !== itemId),
    ...(view ? [{ itemId, ...view }] : []),
  ],
});
