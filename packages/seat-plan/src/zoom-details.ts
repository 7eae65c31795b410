import { SEAT_SIZE } from './geometry';
import { escape, type DrawnSeat } from './markup';
import { showMarkup } from './show-markup';
import { svgElement } from './svg-element';
import type { Box } from './types';
import { visibleBox, type Viewport } from './viewport';
import './zoom-details.css';

export interface ZoomDetails {
  /** Follows the plan to another part of it. */
  show(view: Viewport): void;
}

/** From the second press of the button on: a number has about the size of the text of the page then. */
const NUMBERS_FROM = 2;
/** Numbers are written when the plan stands still. */
const STILL_MS = 120;

const viewBoxOf = ({ x, y, width, height }: Box): string => `${x} ${y} ${width} ${height}`;

const isWithin = ({ x, y, width, height }: Box, seat: DrawnSeat): boolean =>
  seat.x >= x && seat.x <= x + width && seat.y >= y && seat.y <= y + height;

/** The sheet may be wider or higher than the part of the plan that it has to show: more of the plan is in sight then. */
function grownTo(part: Box, { clientWidth, clientHeight }: Element): Box {
  const scale = Math.min(clientWidth / part.width, clientHeight / part.height);
  if (!(scale > 0)) return part;
  const [width, height] = [clientWidth / scale, clientHeight / scale];
  const x = part.x - (width - part.width) / 2;
  return { x, y: part.y - (height - part.height) / 2, width, height };
}

const numberMarkup = ({ x, y, number }: DrawnSeat): string =>
  `<text x="${x}" y="${y + 3}">${escape(number)}</text>`;

/**
 * What an enlarged plan shows besides: the numbers of the seats that are in sight, and a mini-map with
 * the part that is in sight. Both are on sheets of their own: a press paints neither of them again.
 */
export function createZoomDetails(
  box: HTMLElement,
  frame: Box & { stage: Box },
  seats: readonly DrawnSeat[],
): ZoomDetails {
  const numbers = svgElement('svg', {
    ...{ class: 'seat-plan-over seat-plan-numbers', 'aria-hidden': 'true' },
    ...{ viewBox: viewBoxOf(frame), preserveAspectRatio: 'xMidYMid meet' },
  });
  // Below the sheet with the visitor's seats: their tick covers the number.
  box.insertBefore(numbers, box.lastElementChild);
  const miniMap = svgElement('svg', {
    ...{ class: 'seat-plan-mini', 'aria-hidden': 'true', viewBox: viewBoxOf(frame) },
  });
  box.append(miniMap);
  const { stage } = frame;
  showMarkup(
    miniMap,
    `<rect class="seat-plan-mini-stage" x="${stage.x}" y="${stage.y}" width="${stage.width}" height="${stage.height}"/>` +
      `<path stroke-width="${SEAT_SIZE * 0.7}" d="${seats.map(({ x, y }) => `M${x} ${y}h0`).join('')}"/>`,
  );
  const part = miniMap.appendChild(svgElement('rect', { class: 'seat-plan-mini-part' }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    show(view) {
      const shown = visibleBox(frame, view);
      numbers.setAttribute('viewBox', viewBoxOf(shown));
      const inSight = grownTo(shown, numbers);
      for (const [name, value] of Object.entries(inSight)) part.setAttribute(name, String(value));
      miniMap.classList.toggle('seat-plan-mini-shown', view.zoom > 1);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const near = view.zoom < NUMBERS_FROM ? [] : seats.filter((seat) => isWithin(inSight, seat));
        showMarkup(numbers, near.map(numberMarkup).join(''));
      }, STILL_MS);
    },
  };
}
