import type { Plan, Seat } from '../api/types';
import type { Choice } from './hold-queue';

/** Seats as this visitor sees them: chosen ones are MINE, also before the server has responded. Only these are copied. */
export function visibleSeats(plan: Plan, choice: Choice): readonly Seat[] {
  let seats: Seat[] | undefined;
  plan.seats.forEach((seat, order) => {
    const isChosen = choice.has(seat.id);
    if (isChosen === (seat.state === 'MINE')) return;
    seats ??= [...plan.seats];
    seats[order] = { ...seat, state: isChosen ? 'MINE' : 'FREE' };
  });
  return seats ?? plan.seats;
}

export interface Row {
  row: string;
  seats: Seat[];
}

/** Free and chosen seats by row; taken seats are left out, because they cannot be chosen. */
export function rowsOf(seats: readonly Seat[], categoryId: string): Row[] {
  const rows = new Map<string, Seat[]>();
  for (const seat of seats) {
    if (seat.categoryId !== categoryId || (seat.state !== 'FREE' && seat.state !== 'MINE')) continue;
    const row = rows.get(seat.row);
    if (row) row.push(seat);
    else rows.set(seat.row, [seat]);
  }
  return [...rows]
    .map(([row, list]) => ({ row, seats: list.sort((a, b) => a.x - b.x || a.y - b.y) }))
    .sort((a, b) => a.row.length - b.row.length || a.row.localeCompare(b.row));
}
