import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { drawPlan, type DrawnSeat, type NewStates, type PlanDrawing, type SeatState } from './draw';
import type { Box, PlanScene } from './types';
import './seat-map.css';

export interface SeatMapLabels {
  map: string;
  stage: string;
  zoomIn: string;
  zoomOut: string;
  fit: string;
}

export interface SeatMapProps {
  /** Seats with the same version have the same ids, places and categories: it saves comparing thousands of them. */
  version?: string;
  seats: readonly DrawnSeat[];
  categories: readonly { id: string; color: string }[];
  stage?: Box;
  scene?: PlanScene;
  labels: SeatMapLabels;
  /** Accessible name of a seat; also shown under the plan for the seat under the pointer or the focus. */
  describe: (seat: DrawnSeat) => string;
  /**
   * Returns the states to show at once; the same must come with `seats` later. Omitted in a preview: the plan is then
   * read-only.
   */
  onToggle?: (seat: DrawnSeat) => NewStates | undefined | void;
  /** The seat under the pointer or with the focus. */
  onPoint?: (seat: DrawnSeat | null) => void;
  /** Called with each new drawing, and with null before it is removed. */
  onDrawing?: (drawing: PlanDrawing | null) => void;
}

/** Key of the drawing: it changes when seats are added, removed or moved. A new state is only repainted. */
const drawingKey = ({
  version,
  seats,
  categories,
  stage,
  scene,
}: Pick<SeatMapProps, 'version' | 'seats' | 'categories' | 'stage' | 'scene'>): string =>
  JSON.stringify([
    version ??
      seats.map((seat) => [seat.id, seat.x, seat.y, seat.rotation ?? 0, seat.isPmr, seat.categoryId]),
    categories.map((category) => [category.id, category.color]),
    stage ?? null,
    version === undefined ? (scene ?? null) : null,
  ]);

/** States of the seats that are other objects than before: an unchanged seat stays the same object. */
function changedStates(before: readonly DrawnSeat[], seats: readonly DrawnSeat[]): Map<string, SeatState> {
  const changed = new Map<string, SeatState>();
  seats.forEach((seat, order) => {
    if (seat !== before[order]) changed.set(seat.id, seat.state);
  });
  return changed;
}

export function SeatMap(props: SeatMapProps) {
  const { labels, seats, describe } = props;
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<PlanDrawing | null>(null);
  const latest = useRef(props);
  const words = useRef({ describe: props.describe, spoken: '' });
  const [pointed, setPointed] = useState<string | null>(null);
  const drawnSeats = useRef<readonly DrawnSeat[]>([]);
  const { version, categories, stage, scene } = props;
  const compared = version === undefined ? seats : null;
  const key = useMemo(
    () => drawingKey({ version, seats: compared ?? [], categories, stage, scene }),
    [version, compared, categories, stage, scene],
  );

  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!host.current) return;
    const { labels: names, onToggle, ...plan } = latest.current;
    words.current = { describe: latest.current.describe, spoken: `${names.map}|${names.stage}` };
    const made = drawPlan(host.current, plan, {
      label: names.map,
      stageLabel: names.stage,
      describe: (seat) => latest.current.describe(seat),
      onToggle: onToggle && ((seat) => latest.current.onToggle?.(seat)),
      // The text under the plan may come after the picture.
      onPoint: (seat) => {
        startTransition(() => setPointed(seat?.id ?? null));
        latest.current.onPoint?.(seat);
      },
    });
    drawing.current = made;
    drawnSeats.current = plan.seats;
    latest.current.onDrawing?.(made);
    return () => {
      latest.current.onDrawing?.(null);
      drawing.current = null;
      made.destroy();
    };
  }, [key]);
  useEffect(() => {
    drawing.current?.update(changedStates(drawnSeats.current, seats));
    drawnSeats.current = seats;
  }, [seats]);
  useEffect(() => {
    // A new drawing already has these labels.
    const spoken = `${labels.map}|${labels.stage}`;
    if (words.current.describe === describe && words.current.spoken === spoken) return;
    words.current = { describe, spoken };
    drawing.current?.rename(describe, { label: labels.map, stageLabel: labels.stage });
  }, [describe, labels.map, labels.stage]);

  const pointedSeat = pointed === null ? undefined : seats.find((seat) => seat.id === pointed);
  return (
    <div className="seat-map" data-testid="seat-map">
      <div ref={host} className={props.onToggle ? undefined : 'seat-plan-looking'} />
      <div className="seat-map-tools">
        <button type="button" aria-label={labels.zoomIn} onClick={() => drawing.current?.zoom(1.6)}>
          +
        </button>
        <button type="button" aria-label={labels.zoomOut} onClick={() => drawing.current?.zoom(1 / 1.6)}>
          −
        </button>
        <button type="button" aria-label={labels.fit} onClick={() => drawing.current?.fit()}>
          ⤢
        </button>
      </div>
      <p className="seat-map-pointed" aria-hidden="true">
        {pointedSeat ? describe(pointedSeat) : ''}
      </p>
    </div>
  );
}
