import { type Direction, neighbour, type PreviewShape } from '@coulisse/seat-plan';
import { seatAt } from './hit';
import { type KeyPress, type Tool } from './key-commands';
import { type Size, toPlan, type View } from './viewport';

interface Point {
  x: number;
  y: number;
}

/** What a key does on the plan itself, where the tool in hand would be used with a pointer. */
export type CanvasAct =
  | { type: 'pan'; dx: number; dy: number }
  | { type: 'ground'; dx: number; dy: number }
  | { type: 'step'; dx: number; dy: number }
  /** To the next seat; with `paints` the seat is marked too. */
  | { type: 'seat'; direction: Direction; paints: boolean }
  | { type: 'press' };

export interface CanvasState {
  tool: Tool;
  hasSelection: boolean;
  hasBackground: boolean;
  isMeasuring: boolean;
}

const ARROWS: Readonly<Record<string, { direction: Direction; x: number; y: number }>> = {
  ArrowLeft: { direction: 'left', x: -1, y: 0 },
  ArrowRight: { direction: 'right', x: 1, y: 0 },
  ArrowUp: { direction: 'up', x: 0, y: -1 },
  ArrowDown: { direction: 'down', x: 0, y: 1 },
};
/** Steps in plan units; with Shift as far as a seat is wide. */
const STEP = 5;
const LONG_STEP = 25;
const GROUND_STEP = 1;
/** Steps of the view, in pixels. */
const PAN = 48;
const LONG_PAN = 240;

/** What a key does with a tool; undefined where it is no key of the drawing: the editor has its own. */
export function canvasAct(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress,
  { tool, hasSelection, hasBackground, isMeasuring }: CanvasState,
): CanvasAct | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const isMovingGround = tool === 'background' && !isMeasuring;
  const looksAround = tool === 'pan' || (tool === 'select' && !hasSelection);
  const arrow = ARROWS[key];
  if (arrow) {
    const by = (step: number, long: number) => ({
      dx: arrow.x * (shiftKey ? long : step),
      dy: arrow.y * (shiftKey ? long : step),
    });
    if (looksAround || (isMovingGround && !hasBackground)) return { type: 'pan', ...by(PAN, LONG_PAN) };
    if (tool === 'select') return undefined;
    if (tool === 'brush') return { type: 'seat', direction: arrow.direction, paints: shiftKey };
    if (isMovingGround) return { type: 'ground', ...by(GROUND_STEP, LONG_STEP) };
    return { type: 'step', ...by(STEP, LONG_STEP) };
  }
  const presses = key === ' ' || key === 'Enter';
  return presses && tool !== 'select' && tool !== 'pan' && !isMovingGround ? { type: 'press' } : undefined;
}

/** The seat that the marks are given to: the next one from a seat, at first the nearest to the middle of the view. */
export function nextSeat(
  seats: readonly PreviewShape[],
  from: Point | null,
  direction: Direction | null,
  middle: Point,
): PreviewShape | null {
  const current = from && seatAt(seats, from);
  if (!current) return seatAt(seats, middle, Infinity);
  return (direction && neighbour(current, direction, seats)) ?? current;
}

export const middleOf = (view: View, size: Size): Point =>
  toPlan(view, { x: size.width / 2, y: size.height / 2 });

/** The view moved so far that a point is in it, with some space around. */
export function within(view: View, { x, y }: Point, size: Size): View {
  const shift = (at: number, from: number, pixels: number): number => {
    const length = pixels / view.scale;
    const margin = Math.min(40 / view.scale, length / 4);
    if (at < from + margin) return at - margin;
    return at > from + length - margin ? at + margin - length : from;
  };
  const [left, top] = [shift(x, view.x, size.width), shift(y, view.y, size.height)];
  return left === view.x && top === view.y ? view : { ...view, x: left, y: top };
}
