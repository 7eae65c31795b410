import { shapeMarkup, tickMarkup } from './markup';
import { showMarkup } from './show-markup';
import { svgElement } from './svg-element';
import type { PlanShape } from './markup';

/**
 * What changes with a press or a move: seats of the visitor, the seat under the pointer, the seat with the focus. It
 * is drawn on a sheet of its own above the plan: a browser paints a sheet as one, and thousands of seats take longer
 * than a press may.
 */
export interface Overlay {
  element: SVGSVGElement;
  showMine(seats: Iterable<PlanShape>): void;
  showPointed(seat: PlanShape | null): void;
  showFocused(seat: PlanShape | null): void;
}

export function createOverlay(viewBox: string): Overlay {
  const element = svgElement('svg', {
    ...{ class: 'seat-plan-over', 'aria-hidden': 'true' },
    ...{ viewBox, preserveAspectRatio: 'xMidYMid meet' },
  });
  const layer = (name: string) => element.appendChild(svgElement('g', { class: name }));
  const pointed = layer('seat-plan-pointed');
  const mine = layer('seat-plan-mine');
  const marks = layer('seat-plan-marks');
  const focused = layer('seat-plan-focused');
  const single = (group: SVGElement) => {
    let shown: PlanShape | null = null;
    return (seat: PlanShape | null): void => {
      if (seat === shown) return;
      shown = seat;
      showMarkup(group, seat ? shapeMarkup(seat) : '');
    };
  };
  return {
    element,
    showMine(seats) {
      const all = [...seats];
      showMarkup(mine, all.map((seat) => shapeMarkup(seat)).join(''));
      showMarkup(marks, all.map(tickMarkup).join(''));
    },
    showPointed: single(pointed),
    showFocused: single(focused),
  };
}
