import {
  type Box,
  type PlanOutline,
  type PlanTable,
  type PlanText,
  type PreviewShape,
  SEAT_SIZE,
} from '@coulisse/seat-plan';
import type { Guide } from './arrange';
import type { Drawing, Move, Selection } from './drawing';
import { type Size, toPlan, type View } from './viewport';

/** Colours of the page, read from its style once per picture. */
export interface Palette {
  surface: string;
  ink: string;
  soft: string;
  line: string;
  strong: string;
  main: string;
  guide: string;
  /** White in the colours of categories, for dark pages. */
  lift: string;
  font: string;
}

export const paletteOf = (element: Element): Palette => {
  const style = getComputedStyle(element);
  const color = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback;
  return {
    surface: color('--surface', '#fff'),
    ink: color('--ink', '#1d1b20'),
    soft: color('--ink-soft', '#5b5966'),
    line: color('--line', '#e6e4ea'),
    strong: color('--line-strong', '#b9b6c2'),
    main: color('--primary', '#5b2a86'),
    guide: '#b5577a',
    lift: color('--lift', '0%'),
    font: style.fontFamily,
  };
};

/** The colour of a category as it is shown; the stored one where the browser cannot mix colours on a canvas. */
function setColor(pen: Pen, part: 'fillStyle' | 'strokeStyle', color: string, lift: string): void {
  pen[part] = color;
  if (lift !== '0%') pen[part] = `color-mix(in oklab, ${color}, #fff ${lift})`;
}

const SIDE = SEAT_SIZE - 3;
const UNITS_PER_GRID = 50;
/** Numbers in seats are drawn from this scale on: smaller ones cannot be read. */
const READABLE_SCALE = 1.1;

type Pen = CanvasRenderingContext2D;

function seatPath(pen: Pen, { x, y, rotation, tableId }: PreviewShape): void {
  const half = SIDE / 2;
  if (tableId) {
    pen.moveTo(x + half, y);
    pen.arc(x, y, half, 0, 2 * Math.PI);
    return;
  }
  if (!rotation) return pen.rect(x - half, y - half, SIDE, SIDE);
  const angle = (rotation * Math.PI) / 180;
  const [c, s] = [Math.cos(angle) * half, Math.sin(angle) * half];
  pen.moveTo(x - c + s, y - s - c);
  pen.lineTo(x + c + s, y + s - c);
  pen.lineTo(x + c - s, y + s + c);
  pen.lineTo(x - c - s, y - s + c);
  pen.closePath();
}

/** Seats of one look in one path: thousands of single ones would take longer than a frame. */
function paintSeats(
  pen: Pen,
  seats: readonly PreviewShape[],
  colors: ReadonlyMap<string, string>,
  { surface, strong, soft, lift }: Palette,
): void {
  const looks = new Map<string, PreviewShape[]>();
  for (const seat of seats) {
    const kind = seat.isBlocked ? 'blocked' : seat.isPmr ? 'accessible' : 'plain';
    const key = `${kind} ${colors.get(seat.categoryId) ?? ''}`;
    const list = looks.get(key);
    if (list) list.push(seat);
    else looks.set(key, [seat]);
  }
  for (const [key, list] of looks) {
    const [kind, color] = key.split(' ');
    pen.beginPath();
    for (const seat of list) seatPath(pen, seat);
    pen.lineWidth = 1.2;
    if (kind === 'plain' && color) setColor(pen, 'fillStyle', color, lift);
    else pen.fillStyle = surface;
    pen.fill();
    if (kind === 'plain' && color) continue;
    // Without a category or blocked: hollow. Accessible: a ring in the colour of the category.
    if (kind === 'accessible' && color) setColor(pen, 'strokeStyle', color, lift);
    else pen.strokeStyle = kind === 'blocked' ? strong : soft;
    pen.lineWidth = kind === 'accessible' ? 2.5 : 1.2;
    pen.stroke();
  }
  paintMarks(pen, seats, { strong, soft });
}

/** A cross on blocked seats and a dashed ring around those of companions. */
function paintMarks(
  pen: Pen,
  seats: readonly PreviewShape[],
  { strong, soft }: Pick<Palette, 'strong' | 'soft'>,
): void {
  pen.beginPath();
  for (const { isBlocked, x, y } of seats) {
    if (!isBlocked) continue;
    pen.moveTo(x - 4, y - 4);
    pen.lineTo(x + 4, y + 4);
    pen.moveTo(x + 4, y - 4);
    pen.lineTo(x - 4, y + 4);
  }
  pen.strokeStyle = strong;
  pen.lineWidth = 1.2;
  pen.stroke();
  pen.beginPath();
  for (const { isCompanion, x, y } of seats) {
    if (!isCompanion) continue;
    pen.moveTo(x + SIDE / 2 + 2.5, y);
    pen.arc(x, y, SIDE / 2 + 2.5, 0, 2 * Math.PI);
  }
  pen.setLineDash([3, 2]);
  pen.strokeStyle = soft;
  pen.stroke();
  pen.setLineDash([]);
}

function paintNumbers(
  pen: Pen,
  seats: readonly PreviewShape[],
  view: View,
  size: Size,
  palette: Palette,
): void {
  if (view.scale < READABLE_SCALE) return;
  const [from, to] = [toPlan(view, { x: 0, y: 0 }), toPlan(view, { x: size.width, y: size.height })];
  pen.font = `500 8px ${palette.font}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  for (const { x, y, number, isPmr, isBlocked } of seats) {
    if (x < from.x || y < from.y || x > to.x || y > to.y || isBlocked) continue;
    pen.fillStyle = isPmr ? palette.ink : palette.surface;
    pen.fillText(number, x, y + 0.5);
  }
}

/** The name of each row, before its first seat. */
function paintRowNames(pen: Pen, seats: readonly PreviewShape[], palette: Palette): void {
  pen.font = `500 11px ${palette.font}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = palette.soft;
  seats.forEach(({ row, blockId, tableId, x, y }, at) => {
    const before = seats[at - 1];
    if (tableId || (before?.row === row && before.blockId === blockId)) return;
    pen.fillText(row, x - SEAT_SIZE, y + 0.5);
  });
}

function paintTable(pen: Pen, table: PlanTable, palette: Palette): void {
  pen.save();
  pen.translate(table.x, table.y);
  pen.rotate((table.rotation * Math.PI) / 180);
  pen.beginPath();
  if (table.form === 'ROUND') pen.arc(0, 0, Math.max(0, table.width / 2), 0, 2 * Math.PI);
  else pen.roundRect(-table.width / 2, -table.depth / 2, table.width, table.depth, 5);
  pen.fillStyle = palette.surface;
  pen.fill();
  pen.strokeStyle = palette.strong;
  pen.lineWidth = 1.5;
  pen.stroke();
  pen.restore();
  pen.font = `500 15px ${palette.font}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = palette.ink;
  pen.fillText(table.label, table.x, table.y + 1);
}

function paintOutline(pen: Pen, { points, isClosed }: PlanOutline, palette: Palette): void {
  pen.beginPath();
  for (const { x, y } of points) pen.lineTo(x, y);
  if (isClosed) pen.closePath();
  pen.strokeStyle = palette.strong;
  pen.lineWidth = 3;
  pen.lineJoin = 'round';
  pen.stroke();
}

function paintText(pen: Pen, { text, x, y, size, rotation }: PlanText, palette: Palette): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate((rotation * Math.PI) / 180);
  pen.font = `500 ${size}px ${palette.font}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = palette.soft;
  pen.fillText(text, 0, 0);
  pen.restore();
}

function paintGrid(pen: Pen, view: View, size: Size, { line }: Palette): void {
  const step = UNITS_PER_GRID * (view.scale < 0.4 ? 4 : 1);
  const [from, to] = [toPlan(view, { x: 0, y: 0 }), toPlan(view, { x: size.width, y: size.height })];
  pen.beginPath();
  for (let x = Math.ceil(from.x / step) * step; x < to.x; x += step) {
    pen.moveTo(x, from.y);
    pen.lineTo(x, to.y);
  }
  for (let y = Math.ceil(from.y / step) * step; y < to.y; y += step) {
    pen.moveTo(from.x, y);
    pen.lineTo(to.x, y);
  }
  pen.strokeStyle = line;
  pen.lineWidth = 0.5 / view.scale;
  pen.stroke();
}

export interface Picture {
  drawing: Drawing;
  seats: readonly PreviewShape[];
  colors: ReadonlyMap<string, string>;
  stage: { box: Box; label: string } | null;
}

/** Prepares the pen for the view; sizes are in pixels of the page. */
function open(canvas: HTMLCanvasElement, view: View, size: Size): Pen | null {
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, width, height);
  const scale = ratio * view.scale;
  pen.setTransform(scale, 0, 0, scale, -view.x * scale, -view.y * scale);
  return pen;
}

function paintItems(
  pen: Pen,
  { drawing, seats, colors }: Picture,
  palette: Palette,
  shows: (id: string) => boolean,
): PreviewShape[] {
  for (const outline of drawing.outlines) if (shows(outline.id)) paintOutline(pen, outline, palette);
  for (const text of drawing.texts) if (shows(text.id)) paintText(pen, text, palette);
  for (const table of drawing.tables) if (shows(table.id)) paintTable(pen, table, palette);
  const shown = seats.filter(({ blockId }) => shows(blockId));
  paintSeats(pen, shown, colors, palette);
  paintRowNames(pen, shown, palette);
  return shown;
}

/** Everything that does not move at the moment. */
export function paintBase(
  canvas: HTMLCanvasElement,
  picture: Picture,
  { view, size, moving, palette }: { view: View; size: Size; moving: Selection; palette: Palette },
): void {
  const pen = open(canvas, view, size);
  if (!pen) return;
  paintGrid(pen, view, size, palette);
  if (picture.stage) paintStage(pen, picture.stage.box, picture.stage.label, palette);
  const shown = paintItems(pen, picture, palette, (id) => !moving.has(id));
  paintNumbers(pen, shown, view, size, palette);
}

function paintStage(pen: Pen, { x, y, width, height }: Box, label: string, palette: Palette): void {
  pen.beginPath();
  pen.roundRect(x, y, width, height, 6);
  pen.fillStyle = palette.line;
  pen.fill();
  pen.font = `500 15px ${palette.font}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = palette.soft;
  pen.fillText(label, x + width / 2, y + height / 2);
}

export interface Moving {
  view: View;
  size: Size;
  palette: Palette;
  /** How far the selected items follow the pointer. */
  move: Move;
  /** Boxes of the selected items. */
  frames: readonly Box[];
  marquee: Box | null;
  guides: readonly Guide[];
  /** Seats that the brush has touched. */
  touched: readonly PreviewShape[];
  /** Lines that are being drawn. */
  polygons: readonly (readonly { x: number; y: number }[])[];
  /** Where the keyboard would use a tool. */
  mark: { x: number; y: number } | null;
}

/** What follows the pointer: painted once, then the sheet as a whole is moved. */
export function paintMoving(
  canvas: HTMLCanvasElement,
  picture: Picture,
  { view, size, moving, palette }: { view: View; size: Size; moving: Selection; palette: Palette },
): void {
  const pen = open(canvas, view, size);
  if (pen && moving.size > 0) paintItems(pen, picture, palette, (id) => moving.has(id));
}

/** What changes with each move of the pointer. */
export function paintOverlay(canvas: HTMLCanvasElement, moving: Moving): void {
  const { view, size, palette, move, frames, marquee, guides, touched, polygons, mark } = moving;
  const pen = open(canvas, view, size);
  if (!pen) return;
  pen.save();
  pen.translate(move.dx, move.dy);
  pen.strokeStyle = palette.main;
  pen.lineWidth = 1.5 / view.scale;
  for (const { x, y, width, height } of frames) pen.strokeRect(x - 4, y - 4, width + 8, height + 8);
  pen.restore();
  if (touched.length > 0) {
    pen.beginPath();
    for (const seat of touched) seatPath(pen, seat);
    pen.strokeStyle = palette.main;
    pen.lineWidth = 3;
    pen.stroke();
  }
  pen.setLineDash([6 / view.scale, 4 / view.scale]);
  pen.strokeStyle = palette.guide;
  pen.lineWidth = 1 / view.scale;
  const [from, to] = [toPlan(view, { x: 0, y: 0 }), toPlan(view, { x: size.width, y: size.height })];
  for (const { axis, at } of guides) {
    pen.beginPath();
    const line = axis === 'x' ? ([at, from.y, at, to.y] as const) : ([from.x, at, to.x, at] as const);
    pen.moveTo(line[0], line[1]);
    pen.lineTo(line[2], line[3]);
    pen.stroke();
  }
  pen.setLineDash([]);
  for (const points of polygons) {
    pen.beginPath();
    for (const { x, y } of points) pen.lineTo(x, y);
    for (const { x, y } of points)
      pen.rect(x - 3 / view.scale, y - 3 / view.scale, 6 / view.scale, 6 / view.scale);
    pen.strokeStyle = palette.main;
    pen.lineWidth = 1.5 / view.scale;
    pen.stroke();
  }
  if (mark) paintMark(pen, mark, view.scale, palette);
  if (!marquee) return;
  pen.strokeStyle = palette.main;
  pen.strokeRect(marquee.x, marquee.y, marquee.width, marquee.height);
}

/** A ring with four arms, as large on the screen at every zoom. */
function paintMark(pen: Pen, { x, y }: { x: number; y: number }, scale: number, palette: Palette): void {
  const [ring, arm] = [13 / scale, 22 / scale];
  pen.beginPath();
  pen.arc(x, y, ring, 0, 2 * Math.PI);
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    pen.moveTo(x + dx * ring, y + dy * ring);
    pen.lineTo(x + dx * arm, y + dy * arm);
  }
  pen.strokeStyle = palette.main;
  pen.lineWidth = 2 / scale;
  pen.stroke();
}
