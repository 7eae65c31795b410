import type { PlacementRun } from './placement-types';

interface DoneRun {
  run: PlacementRun;
  /** Reservations that it moved and whose tickets were issued. */
  printed: readonly string[];
  /** Those of them whose tickets were not sent again since. */
  stale: readonly string[];
}

/** Applied placements of a page, the last one at the end, and the tickets that carry former places because of them. */
export interface DonePlacements {
  runs: readonly DoneRun[];
  /** Tickets that were sent with places that an undone move has taken back. */
  reverted: readonly string[];
}
export const NOTHING_DONE: DonePlacements = { runs: [], reverted: [] };

/** Reservations that a placement moved and whose tickets were issued. */
export const printedMoves = (run: PlacementRun, isPrinted: (reservationId: string) => boolean): string[] =>
  run.moves.map(({ reservationId }) => reservationId).filter(isPrinted);

export function withRun(
  { runs, reverted }: DonePlacements,
  run: PlacementRun,
  isPrinted: (reservationId: string) => boolean,
): DonePlacements {
  const printed = printedMoves(run, isPrinted);
  return { runs: [...runs, { run, printed, stale: printed }], reverted };
}

/** After an undone move tickets are right again, unless they were sent since. */
export function withoutRun({ runs, reverted }: DonePlacements, runId: string): DonePlacements {
  const undone = runs.find(({ run }) => run.id === runId);
  const sent = undone?.printed.filter((id) => !undone.stale.includes(id)) ?? [];
  return { runs: runs.filter((each) => each !== undone), reverted: [...reverted, ...sent] };
}

export function withSent({ runs, reverted }: DonePlacements, ids: readonly string[]): DonePlacements {
  const isLeft = (id: string) => !ids.includes(id);
  return {
    runs: runs.map((each) => ({ ...each, stale: each.stale.filter(isLeft) })),
    reverted: reverted.filter(isLeft),
  };
}

/** Whoever closes the warning is not warned of these tickets again. */
export const withoutWarning = ({ runs }: DonePlacements): DonePlacements => ({
  runs: runs.map(({ run }) => ({ run, printed: [], stale: [] })),
  reverted: [],
});

/** Reservations whose tickets carry former places. */
export const staleTickets = ({ runs, reverted }: DonePlacements): readonly string[] => [
  ...new Set([...runs.flatMap(({ stale }) => stale), ...reverted]),
];
