/** A picture of what is seen from some seats of a performance, with their numbers by row. */
export interface SeatView {
  fileId: string;
  alt: string;
  seats: Record<string, string[]>;
}

interface PlacedSeat {
  row: string;
  number: string;
}

export interface ViewOfSeats<S> {
  view: SeatView;
  /** Those of one row: they are named together. */
  seats: S[];
}

/** The views that some seats have, each once, with its first row of them. */
export function viewsOfSeats<S extends PlacedSeat>(
  views: readonly SeatView[],
  seats: readonly S[],
): ViewOfSeats<S>[] {
  const isOf = ({ row, number }: PlacedSeat, view: SeatView): boolean =>
    Object.hasOwn(view.seats, row) && view.seats[row]!.includes(number);
  return views.flatMap((view) => {
    const [first, ...others] = seats.filter((seat) => isOf(seat, view));
    return first ? [{ view, seats: [first, ...others.filter(({ row }) => row === first.row)] }] : [];
  });
}
