import { planFrame } from './geometry';
import { followGestures } from './gestures';
import { isTaken, rowLabels, seatMarkup, stageMarkup, type DrawnSeat, type SeatState } from './markup';
import { neighbour, rowEnds, type Direction } from './neighbour';
import { createOverlay } from './overlay';
import { showMarkup } from './show-markup';
import { svgElement } from './svg-element';
import type { Box, PlanScene } from './types';
import type { ZoomDetails } from './zoom-details';
import { panBy, reveal, visibleBox, wholePlan, zoomAt, type Viewport } from './viewport';

export { isTaken, type DrawnSeat, type SeatState } from './markup';

export interface PlanToDraw {
  seats: readonly DrawnSeat[];
  categories: readonly { id: string; color: string }[];
  /** Position of the stage; by default centred above the seats. */
  stage?: Box;
  /** Tables, walls and texts, drawn under the seats. */
  scene?: PlanScene;
}

export interface DrawOptions {
  /** Accessible name of the plan. */
  label: string;
  stageLabel: string;
  /** Accessible name of a seat: 'Rang B, place 12, Carré Or, 45,00 €, libre'. */
  describe(seat: DrawnSeat): string;
  /**
   * Called when a seat is selected or deselected; returns the states to show at once, before anything else of the page
   * answers. Without it the plan is read-only.
   */
  onToggle?(seat: DrawnSeat): NewStates | undefined | void;
  /** Called with the seat under the pointer or the keyboard focus, or null. */
  onPoint?(seat: DrawnSeat | null): void;
}

/** New states by seat id. */
export type NewStates = ReadonlyMap<string, SeatState>;

export interface PlanDrawing {
  /** All are painted in the next animation frame. */
  update(states: NewStates): void;
  /** Rewrites all accessible names, for another language or other prices. */
  rename(describe: DrawOptions['describe'], labels: { label: string; stageLabel: string }): void;
  zoom(factor: number): void;
  fit(): void;
  focus(seatId: string): void;
  /** The seat at the place of an event, or the nearest one within reach. */
  seatAt(event: MouseEvent): DrawnSeat | null;
  /** The sheet above the plan, for what a screen draws over the seats. */
  sheet: SVGSVGElement;
  destroy(): void;
}

const ARROWS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
/** A press within this distance of a seat, in plan units, selects it. */
const REACH = 13;
/** Minimum distance for touch, in pixels: on a phone that shows the whole plan, a finger is larger than a seat. */
const FINGER_REACH = 16;

export function drawPlan(host: HTMLElement, plan: PlanToDraw, options: DrawOptions): PlanDrawing {
  let describe = options.describe;
  const seats = new Map(plan.seats.map((seat) => [seat.id, { ...seat }]));
  const list = [...seats.values()];
  const frame = frameOf(plan);
  const root = svgElement('svg', {
    ...{ class: 'seat-plan', role: 'group', 'aria-label': options.label },
    ...{ viewBox: viewBoxOf(frame), preserveAspectRatio: 'xMidYMid meet' },
  });
  const overlay = createOverlay(viewBoxOf(frame));
  const box = document.createElement('div');
  box.className = 'seat-plan-box';
  box.append(root, overlay.element);
  host.append(box);
  const layer = (name: string): SVGElement =>
    root.appendChild(svgElement('g', { class: name, 'aria-hidden': 'true' }));
  const stage = layer('seat-plan-stage');
  showMarkup(stage, stageMarkup(frame.stage, options.stageLabel));
  const { scene } = plan;
  if (scene) {
    const under = layer('seat-plan-scene');
    // Most halls have rows only: they do not load it.
    void import('./scene-markup').then(({ sceneMarkup }) => showMarkup(under, sceneMarkup(scene)));
  }
  showMarkup(layer('seat-plan-rows'), rowLabels(list));
  const nodes = drawSeats(root, plan, list, describe);

  let view: Viewport = wholePlan(frame);
  let frameRequest = 0;
  let viewChanged = false;
  let details: Promise<ZoomDetails> | undefined;
  const waiting = new Map<string, SeatState>();
  const mine = new Map(list.filter((seat) => seat.state === 'MINE').map((seat) => [seat.id, seat]));
  let current = list[0]?.id;
  if (current) nodes.get(current)?.setAttribute('tabindex', '0');

  const schedule = (): void => {
    frameRequest ||= requestAnimationFrame(paint);
  };
  function paint(): void {
    frameRequest = 0;
    if (viewChanged) {
      viewChanged = false;
      const viewBox = viewBoxOf(visibleBox(frame, view));
      // Setting the same one would lay out and paint the whole plan again.
      if (viewBox !== root.getAttribute('viewBox')) {
        for (const sheet of [root, overlay.element]) sheet.setAttribute('viewBox', viewBox);
        root.classList.toggle('seat-plan-zoomed', view.zoom > 1);
        showDetails();
      }
    }
    if (waiting.size === 0) return;
    for (const [id, state] of waiting) applyState(id, state);
    waiting.clear();
    overlay.showMine(mine.values());
  }
  function showDetails(): void {
    // Who does not enlarge the plan does not load them.
    details ??= import('./zoom-details').then((part) => part.createZoomDetails(box, frame, list));
    void details.then((part) => part.show(view));
  }
  function applyState(id: string, state: SeatState): void {
    const seat = seats.get(id);
    const node = nodes.get(id);
    if (!seat || !node) return;
    seat.state = state;
    if (state === 'MINE') mine.set(id, seat);
    else mine.delete(id);
    node.setAttribute('data-state', state);
    node.setAttribute('aria-pressed', String(state === 'MINE'));
    node.setAttribute('aria-disabled', String(isTaken(state)));
    node.setAttribute('aria-label', describe(seat));
  }
  function update(states: NewStates): void {
    for (const [id, state] of states) if (seats.get(id)?.state !== state) waiting.set(id, state);
    // A seat that changed twice between two frames must end in its last state, also when that is the drawn one.
    for (const [id, state] of states) if (waiting.has(id)) waiting.set(id, state);
    if (waiting.size > 0) schedule();
  }
  function toggle(seat: DrawnSeat): void {
    const shown = options.onToggle?.(seat);
    if (shown) update(shown);
  }
  const look = (next: Viewport): void => {
    view = next;
    viewChanged = true;
    schedule();
  };
  const toPlan = ({ clientX, clientY }: { clientX: number; clientY: number }): DOMPoint =>
    new DOMPoint(clientX, clientY).matrixTransform(root.getScreenCTM()?.inverse());
  function seatAt(event: MouseEvent): DrawnSeat | null {
    const id = (event.target as Element).getAttribute('data-id');
    if (id) return seats.get(id) ?? null;
    const point = toPlan(event);
    let best: DrawnSeat | null = null;
    const byFinger = event instanceof PointerEvent && event.pointerType === 'touch';
    const unitsPerPixel = toPlan({ clientX: event.clientX + 1, clientY: event.clientY }).x - point.x;
    let distance = Math.max(REACH, byFinger ? FINGER_REACH * unitsPerPixel : 0);
    for (const seat of list) {
      const away = Math.hypot(seat.x - point.x, seat.y - point.y);
      if (away < distance) [best, distance] = [seat, away];
    }
    return best;
  }
  function focusSeat(seat: DrawnSeat): void {
    if (current) nodes.get(current)?.setAttribute('tabindex', '-1');
    current = seat.id;
    const node = nodes.get(seat.id);
    node?.setAttribute('tabindex', '0');
    node?.focus({ preventScroll: true });
    look(reveal(frame, view, seat));
  }
  function onKey(event: KeyboardEvent): void {
    const seat = current ? seats.get(current) : undefined;
    const zooms: Record<string, number> = { '+': 1.5, '=': 1.5, '-': 1 / 1.5 };
    const zoom = zooms[event.key];
    const direction = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || !seat) return;
    if (zoom) look(zoomAt(frame, view, zoom, seat));
    else if (event.key === '0') look(wholePlan(frame));
    else if (direction) focusSeat(neighbour(seat, direction, list) ?? seat);
    else if (event.key === 'Home') focusSeat(rowEnds(seat, list)[0]);
    else if (event.key === 'End') focusSeat(rowEnds(seat, list)[1]);
    else if (event.key === 'Enter' || event.key === ' ') toggle(seat);
    else return;
    event.preventDefault();
  }

  const stopGestures = followGestures(root, {
    toPlan,
    isZoomed: () => view.zoom > 1,
    zoomAt: (factor, at) => look(zoomAt(frame, view, factor, at)),
    pan: (dx, dy) => look(panBy(frame, view, dx, dy)),
    tap: (event) => {
      const seat = seatAt(event);
      if (!seat) return;
      focusSeat(seat);
      toggle(seat);
    },
    point: (event) => {
      const seat = event && seatAt(event);
      overlay.showPointed(seat && event.target === nodes.get(seat.id) ? seat : null);
      options.onPoint?.(seat);
    },
  });
  const onFocusIn = (event: FocusEvent): void => {
    const id = (event.target as Element).getAttribute('data-id');
    if (!id || !seats.has(id)) return;
    current = id;
    showFocus();
    options.onPoint?.(seats.get(id) ?? null);
  };
  /** The browser knows whether the focus should be seen: after a key, not after a press. */
  function showFocus(): void {
    const node = current ? nodes.get(current) : undefined;
    overlay.showFocused(node?.matches(':focus-visible') ? (seats.get(current ?? '') ?? null) : null);
  }
  root.addEventListener('keydown', onKey);
  root.addEventListener('keyup', showFocus);
  root.addEventListener('focusin', onFocusIn);
  root.addEventListener('focusout', showFocus);
  overlay.showMine(mine.values());

  return {
    update,
    rename(next, labels) {
      describe = next;
      root.setAttribute('aria-label', labels.label);
      showMarkup(stage, stageMarkup(frame.stage, labels.stageLabel));
      for (const seat of list) nodes.get(seat.id)?.setAttribute('aria-label', describe(seat));
    },
    zoom: (factor) =>
      look(
        zoomAt(frame, view, factor, {
          x: view.x + frame.width / view.zoom / 2,
          y: view.y + frame.height / view.zoom / 2,
        }),
      ),
    fit: () => look(wholePlan(frame)),
    focus: (seatId) => {
      const seat = seats.get(seatId);
      if (seat) focusSeat(seat);
    },
    seatAt,
    sheet: overlay.element,
    destroy() {
      cancelAnimationFrame(frameRequest);
      stopGestures();
      box.remove();
    },
  };
}

const viewBoxOf = ({ x, y, width, height }: Box): string => `${x} ${y} ${width} ${height}`;

/** Labels of parties stand below the chairs of the last tables. */
const BELOW_TABLES = 8;

function frameOf(plan: PlanToDraw): Box & { stage: Box } {
  const corners = plan.scene?.outlines.flatMap(({ points }) => points) ?? [];
  const ofSeats = planFrame(corners.length > 0 ? [...plan.seats, ...corners] : plan.seats);
  const hasTables = (plan.scene?.tables.length ?? 0) > 0;
  const frame = hasTables ? { ...ofSeats, height: ofSeats.height + BELOW_TABLES } : ofSeats;
  if (!plan.stage) return frame;
  const { stage } = plan;
  const left = Math.min(frame.x, stage.x);
  const top = Math.min(frame.stage.y + frame.stage.height, stage.y) - 8;
  const right = Math.max(frame.x + frame.width, stage.x + stage.width);
  const bottom = Math.max(frame.y + frame.height, stage.y + stage.height);
  return { x: left, y: top, width: right - left, height: bottom - top, stage };
}

/** One group per category, so that the colour is set once; each group is created from one string of markup. */
function drawSeats(
  root: SVGElement,
  plan: PlanToDraw,
  list: readonly DrawnSeat[],
  describe: DrawOptions['describe'],
): Map<string, SVGElement> {
  const nodes = new Map<string, SVGElement>();
  const colors = new Map(plan.categories.map((category) => [category.id, category.color]));
  for (const categoryId of new Set(list.map((seat) => seat.categoryId))) {
    const group = root.appendChild(svgElement('g'));
    const color = colors.get(categoryId);
    if (color) group.style.setProperty('--own', color);
    const ofCategory = list.filter((seat) => seat.categoryId === categoryId);
    showMarkup(group, ofCategory.map((seat) => seatMarkup(seat, describe(seat))).join(''));
    for (const node of Array.from(group.children)) {
      nodes.set(node.getAttribute('data-id') ?? '', node as SVGElement);
    }
  }
  return nodes;
}
