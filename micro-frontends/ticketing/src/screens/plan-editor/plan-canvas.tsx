import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import type { Box, PreviewShape } from '@coulisse/seat-plan';
import { around, snap, within as itemsWithin } from './arrange';
import type { PlanBackground } from '../../api-types';
import { canvasAct, middleOf, nextSeat, within } from './canvas-keys';
import { Ground } from './ground';
import type { Move, Selection } from './drawing';
import { NOTHING } from './drawing';
import { itemAt, seatAt } from './hit';
import type { Tool } from './key-commands';
import {
  type Moving,
  paintBase,
  paintMoving,
  paintOverlay,
  paletteOf,
  type Palette,
  type Picture,
} from './paint-plan';
import { centred, fitted, panned, toPlan, type View, zoomed } from './viewport';

export interface CanvasControl {
  zoom(factor: number): void;
  fit(): void;
  /** Brings a point of the plan to the middle. */
  show(point: { x: number; y: number }): void;
  focus(): void;
}

export interface PlanCanvasProps {
  label: string;
  picture: Picture;
  bounds: ReadonlyMap<string, Box>;
  selection: Selection;
  tool: Tool;
  /** Whether moved items snap to others and to the grid. */
  snaps: boolean;
  control: Ref<CanvasControl>;
  onSelect: (ids: Selection) => void;
  onMove: (move: Move) => void;
  onPlace: (tool: Tool, point: { x: number; y: number }) => void;
  onOutline: (points: { x: number; y: number }[]) => void;
  onPaint: (seats: readonly PreviewShape[]) => void;
  /** Shown under the drawing; its tool moves it, or takes two of its points to measure it. */
  background: PlanBackground | null;
  isMeasuring: boolean;
  /** By keyboard, steps that follow each other are undone together. */
  onMoveBackground: (move: Move, isByKey: boolean) => void;
  onMeasured: (points: [Point, Point]) => void;
  /** What is where the keyboard would use the tool. */
  describe: (at: Point, seat: PreviewShape | null, corners: number) => string;
}

interface Point {
  x: number;
  y: number;
}

/** What the pressed pointer does. */
type Gesture =
  | { kind: 'pan'; last: Point }
  | { kind: 'marquee'; from: Point; adds: boolean }
  | { kind: 'move'; from: Point; item: string; ids: Selection; begun: boolean }
  | { kind: 'outline'; from: Point; begun: boolean }
  | { kind: 'background'; from: Point }
  | { kind: 'paint' };

const EMPTY: Pick<Moving, 'move' | 'marquee' | 'guides' | 'touched'> = {
  move: { dx: 0, dy: 0 },
  marquee: null,
  guides: [],
  touched: [],
};
/** A press that moves fewer pixels is a click. */
const THRESHOLD = 4;
const REPAINT_AFTER_MS = 90;
const SNAP_PIXELS = 6;
const GRID = 5;
const REACH_PIXELS = 6;

const boxBetween = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];

/** The drawing on three sheets: what lies still, what is carried by the pointer, and the marks of the selection. */
export const PlanCanvas = (props: PlanCanvasProps) => {
  const { label, picture, bounds, selection, tool, control } = props;
  const host = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const carried = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const ground = useRef<HTMLImageElement>(null);
  const spoken = useRef<HTMLParagraphElement>(null);
  const latest = useRef(props);
  const state = useMemo(
    () => ({
      view: { x: 0, y: 0, scale: 1 },
      size: { width: 1, height: 1 },
      palette: null as Palette | null,
      moving: NOTHING,
      live: EMPTY,
      /** How far the background follows the pointer. */
      carriedGround: EMPTY.move,
      polygon: [] as Point[],
      /** Where the keyboard uses a tool; null while it does not. */
      mark: null as Point | null,
      gesture: null as Gesture | null,
      frame: 0,
      isBaseOld: true,
      /** The view with which the sheet below was painted last. */
      painted: { x: 0, y: 0, scale: 1 },
      repaint: undefined as ReturnType<typeof setTimeout> | undefined,
      /** Whether the view is the one that shows all: then it stays so in a window of another size. */
      isFitted: true,
    }),
    [],
  );

  const sheets = useMemo(() => {
    const paint = () => {
      state.frame = 0;
      const { picture: shown, bounds: boxes, selection: ids, background } = latest.current;
      if (!host.current || !base.current || !carried.current || !overlay.current) return;
      state.palette ??= paletteOf(host.current);
      const { view, size, palette, moving, painted } = state;
      if (state.isBaseOld) {
        state.isBaseOld = false;
        state.painted = view;
        paintBase(base.current, shown, { view, size, moving, palette });
        paintMoving(carried.current, shown, { view, size, moving, palette });
        base.current.style.transform = '';
      } else if (painted !== view) {
        const scale = view.scale / painted.scale;
        const [dx, dy] = [(painted.x - view.x) * view.scale, (painted.y - view.y) * view.scale];
        base.current.style.transform = `translate(${dx}px, ${dy}px) scale(${scale})`;
      }
      if (ground.current && background) {
        const move = state.carriedGround;
        const at = [background.x + move.dx - view.x, background.y + move.dy - view.y].map(
          (distance) => `${distance * view.scale}px`,
        );
        ground.current.style.transform = `translate(${at.join()}) scale(${background.scale * view.scale})`;
      }
      const { dx, dy } = state.live.move;
      carried.current.style.transform = `translate(${dx * view.scale}px, ${dy * view.scale}px)`;
      const frames = [...ids].flatMap((id) => boxes.get(id) ?? []);
      const polygons = state.polygon.length > 0 ? [state.polygon] : [];
      paintOverlay(overlay.current, {
        ...{ view, size, palette, frames },
        ...state.live,
        polygons,
        mark: state.mark,
      });
    };
    const schedule = (isBaseOld = false) => {
      state.isBaseOld ||= isBaseOld;
      state.frame ||= requestAnimationFrame(paint);
    };
    /** The sheet is moved as a whole, and painted anew when the view stays: thousands of seats take longer than a frame. */
    const look = (view: View) => {
      state.view = view;
      state.isFitted = false;
      schedule();
      clearTimeout(state.repaint);
      state.repaint = setTimeout(() => schedule(true), REPAINT_AFTER_MS);
    };
    const fit = () => {
      const boxes = [...latest.current.bounds.values()];
      const { stage } = latest.current.picture;
      if (stage) boxes.push(stage.box);
      if (boxes.length > 0) look(fitted(around(boxes), state.size));
      state.isFitted = true;
    };
    return { schedule, look, fit };
  }, [state]);

  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => sheets.schedule(true), [sheets, picture]);
  useEffect(() => sheets.schedule(), [sheets, selection, bounds]);
  useEffect(() => {
    state.polygon = [];
    state.mark = null;
    if (spoken.current) spoken.current.textContent = '';
    sheets.schedule();
  }, [sheets, state, tool, props.isMeasuring]);
  useEffect(() => sheets.schedule(), [sheets, props.background]);
  // What has just been marked is said.
  useEffect(() => {
    if (!state.mark || !spoken.current || tool !== 'brush') return;
    spoken.current.textContent = latest.current.describe(state.mark, seatAt(picture.seats, state.mark), 0);
  }, [state, picture, tool]);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      state.size = { width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) };
      if (state.isFitted) sheets.fit();
      sheets.schedule(true);
    });
    observer.observe(element);
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      const pixel = { x: event.offsetX, y: event.offsetY };
      if (event.ctrlKey || event.metaKey)
        sheets.look(zoomed(state.view, Math.exp(-event.deltaY / 240), pixel));
      else sheets.look(panned(state.view, -event.deltaX, -event.deltaY));
    };
    // Not passive: the page must not scroll under the plan.
    element.addEventListener('wheel', zoom, { passive: false });
    const theme = new MutationObserver(() => {
      state.palette = null;
      sheets.schedule(true);
    });
    theme.observe(document.documentElement, { attributes: true });
    return () => {
      observer.disconnect();
      theme.disconnect();
      element.removeEventListener('wheel', zoom);
      clearTimeout(state.repaint);
      cancelAnimationFrame(state.frame);
      state.frame = 0;
    };
  }, [sheets, state]);
  useImperativeHandle(
    control,
    () => ({
      zoom: (factor) => {
        const { width, height } = state.size;
        sheets.look(zoomed(state.view, factor, { x: width / 2, y: height / 2 }));
      },
      fit: sheets.fit,
      show: (point) => sheets.look(centred(state.view, point, state.size)),
      focus: () => host.current?.focus({ preventScroll: true }),
    }),
    [sheets, state],
  );

  const pointOf = (event: PointerEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return toPlan(state.view, { x: event.clientX - box.left, y: event.clientY - box.top });
  };
  const touch = (point: Point) => {
    const seat = seatAt(picture.seats, point, Math.max(12, REACH_PIXELS / state.view.scale));
    if (seat && !state.live.touched.includes(seat))
      state.live = { ...state.live, touched: [...state.live.touched, seat] };
    sheets.schedule();
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button > 1) return;
    host.current?.focus({ preventScroll: true });
    pointAt(null);
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    if (event.button === 1 || tool === 'pan') {
      state.gesture = { kind: 'pan', last: { x: event.clientX, y: event.clientY } };
    } else if (tool === 'brush') {
      state.gesture = { kind: 'paint' };
      touch(point);
    } else if (tool === 'outline') {
      state.gesture = { kind: 'outline', from: point, begun: false };
    } else if (tool === 'background') {
      if (!props.background) return;
      if (props.isMeasuring) measure(point);
      else state.gesture = { kind: 'background', from: point };
    } else if (tool === 'select') {
      const item = itemAt(picture.drawing, picture.seats, bounds, point, REACH_PIXELS / state.view.scale);
      if (item === null) state.gesture = { kind: 'marquee', from: point, adds: event.shiftKey };
      else {
        const ids = selectedBy(item, event.shiftKey, selection);
        if (ids !== selection) props.onSelect(ids);
        state.gesture = { kind: 'move', from: point, item, ids, begun: false };
      }
    } else props.onPlace(tool, point);
  };
  const measure = (point: Point) => {
    const [first] = state.polygon;
    state.polygon = first ? [] : [point];
    if (first) props.onMeasured([first, point]);
    sheets.schedule();
  };
  const moveBy = (gesture: Gesture & { kind: 'move' }, point: Point) => {
    const dragged = { dx: point.x - gesture.from.x, dy: point.y - gesture.from.y };
    if (!gesture.begun && Math.hypot(dragged.dx, dragged.dy) * state.view.scale < THRESHOLD) return;
    if (!gesture.begun) {
      gesture.begun = true;
      state.moving = gesture.ids;
      state.isBaseOld = true;
    }
    state.live = { ...EMPTY, move: dragged };
    const own = [...gesture.ids].flatMap((id) => bounds.get(id) ?? []);
    if (props.snaps && own.length > 0) {
      const total = around(own);
      const others = [...bounds].flatMap(([id, box]) => (gesture.ids.has(id) ? [] : [box]));
      const shifted = { ...total, x: total.x + dragged.dx, y: total.y + dragged.dy };
      const { dx, dy, guides } = snap(shifted, others, { reach: SNAP_PIXELS / state.view.scale, grid: GRID });
      state.live = { ...EMPTY, move: { dx: dragged.dx + dx, dy: dragged.dy + dy }, guides };
    }
    sheets.schedule();
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const { gesture } = state;
    if (!gesture) return;
    const point = pointOf(event);
    if (gesture.kind === 'pan') {
      const now = { x: event.clientX, y: event.clientY };
      sheets.look(panned(state.view, now.x - gesture.last.x, now.y - gesture.last.y));
      gesture.last = now;
    } else if (gesture.kind === 'background') {
      state.carriedGround = { dx: point.x - gesture.from.x, dy: point.y - gesture.from.y };
      sheets.schedule();
    } else if (gesture.kind === 'move') moveBy(gesture, point);
    else if (gesture.kind === 'paint') touch(point);
    else {
      const box = boxBetween(gesture.from, point);
      if (gesture.kind === 'outline') gesture.begun ||= box.width * state.view.scale > THRESHOLD;
      state.live = { ...EMPTY, marquee: box };
      sheets.schedule();
    }
  };
  const endOutline = (points: Point[]) => {
    state.polygon = [];
    if (points.length >= 2) props.onOutline(points);
  };
  const addCorner = (point: Point) => {
    const { polygon } = state;
    const isClosing =
      polygon[0] && Math.hypot(polygon[0].x - point.x, polygon[0].y - point.y) * state.view.scale < 10;
    if (isClosing && polygon.length > 2) endOutline(polygon);
    else state.polygon = [...polygon, point];
  };
  const lift = (event: PointerEvent<HTMLDivElement>) => {
    const { gesture, live } = state;
    state.gesture = null;
    state.live = EMPTY;
    state.moving = NOTHING;
    state.isBaseOld = true;
    const point = pointOf(event);
    if (gesture?.kind === 'move') {
      if (gesture.begun) props.onMove(live.move);
      else if (!event.shiftKey && gesture.ids.size > 1) props.onSelect(new Set([gesture.item]));
    } else if (gesture?.kind === 'marquee') {
      const ids = live.marquee ? itemsWithin(bounds, live.marquee) : [];
      props.onSelect(new Set(gesture.adds ? [...selection, ...ids] : ids));
    } else if (gesture?.kind === 'background') {
      const move = state.carriedGround;
      state.carriedGround = EMPTY.move;
      if (move.dx !== 0 || move.dy !== 0) props.onMoveBackground(move, false);
    } else if (gesture?.kind === 'paint') props.onPaint(live.touched);
    else if (gesture?.kind === 'outline') {
      if (gesture.begun && state.polygon.length === 0) endOutline(cornersOf(boxBetween(gesture.from, point)));
      else addCorner(point);
    }
    sheets.schedule();
  };
  const cancel = () => {
    state.gesture = null;
    state.live = EMPTY;
    state.moving = NOTHING;
    state.carriedGround = EMPTY.move;
    sheets.schedule(true);
  };
  /** Puts the keyboard's mark on a point, and says what is there. */
  const pointAt = (at: Point | null, seat: PreviewShape | null = null) => {
    state.mark = at;
    if (spoken.current) spoken.current.textContent = at ? props.describe(at, seat, state.polygon.length) : '';
    if (at) sheets.look(within(state.view, at, state.size));
    else sheets.schedule();
  };
  const pressAt = (point: Point) => {
    if (tool === 'outline') addCorner(point);
    else if (tool === 'background') measure(point);
    else props.onPlace(tool, point);
    if (tool === 'outline' && state.polygon.length > 0) pointAt(point);
    sheets.schedule();
  };
  const act = (event: KeyboardEvent) => {
    const isDrawing = state.polygon.length > 0 && tool === 'outline';
    if (isDrawing && (event.key === 'Enter' || event.key === 'Escape')) {
      event.preventDefault();
      endOutline(event.key === 'Enter' ? state.polygon : []);
      return sheets.schedule();
    }
    const found = canvasAct(event, {
      ...{ tool, isMeasuring: props.isMeasuring },
      ...{ hasSelection: selection.size > 0, hasBackground: props.background !== null },
    });
    if (!found) return undefined;
    event.preventDefault();
    const middle = middleOf(state.view, state.size);
    const at = state.mark ?? middle;
    if (found.type === 'pan') return sheets.look(panned(state.view, -found.dx, -found.dy));
    if (found.type === 'ground') return props.onMoveBackground(found, true);
    if (found.type === 'step') return pointAt({ x: at.x + found.dx, y: at.y + found.dy });
    if (found.type === 'press' && tool !== 'brush') return pressAt(at);
    const seat = nextSeat(picture.seats, state.mark, found.type === 'seat' ? found.direction : null, middle);
    if (!seat) return undefined;
    // The first press finds the seats; from then on it marks the one that it is on.
    const marks = found.type === 'press' ? state.mark !== null : found.paints;
    if (marks) props.onPaint([seat]);
    return pointAt({ x: seat.x, y: seat.y }, seat);
  };
  return (
    <div
      ref={host}
      className="t-plan-sheet"
      data-tool={tool}
      data-testid="plan-canvas"
      // The keys of the editor act on the selected items; the list beside the plan selects them.
      role="application"
      aria-label={label}
      tabIndex={0}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={lift}
      onPointerCancel={cancel}
      onKeyDown={act}
      onBlur={() => pointAt(null)}
    >
      <Ground background={props.background} image={ground} onLoad={() => sheets.schedule()} />
      <canvas ref={base} aria-hidden />
      <canvas ref={carried} aria-hidden />
      <canvas ref={overlay} aria-hidden />
      <p ref={spoken} className="t-plan-mark" role="status" />
    </div>
  );
};

/** The selection after a press on an item: Shift adds it or takes it out. */
function selectedBy(item: string, isShift: boolean, selection: Selection): Selection {
  if (!isShift) return selection.has(item) ? selection : new Set([item]);
  const ids = new Set(selection);
  if (!ids.delete(item)) ids.add(item);
  return ids;
}
