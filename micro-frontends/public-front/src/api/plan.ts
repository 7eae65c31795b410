import { stateAt, type PlanScene, type SeatPlace, type SeatState } from '@coulisse/seat-plan';
import type { Plan, PlanStates, Seat, SeatStates } from './types';

/** Seats are in the order of the hall; orders the categories the same way, nearest to the stage first. */
function frontFirst(categories: Plan['categories'], places: readonly SeatPlace[]): Plan['categories'] {
  const order = [...new Set(places.map((place) => place.categoryId))];
  return [...categories].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

/** Joins seats and their states; what has not changed since `before` stays the same object. */
export function planOf(
  places: readonly SeatPlace[],
  answer: PlanStates,
  before?: Plan,
  scene?: PlanScene,
): Plan {
  const { states, ...head } = answer;
  const last = before?.seatingId === answer.seatingId ? before : undefined;
  const seats = places.map((place, order): Seat => {
    const state = stateAt(states, order);
    const seat = last?.seats[order];
    return seat?.state === state ? seat : { ...place, state };
  });
  const categories = frontFirst(answer.categories, places);
  const isSame = JSON.stringify(last?.categories) === JSON.stringify(categories);
  return {
    ...head,
    categories: last && isSame ? last.categories : categories,
    seats,
    ...(scene && { scene }),
    orders: last?.orders ?? new Map(places.map((place, order) => [place.id, order])),
  };
}

/** Gives seats other states and copies only those. */
export function withStates(plan: Plan, states: SeatStates): Plan {
  let seats: Seat[] | undefined;
  for (const [id, state] of states) {
    const order = plan.orders.get(id);
    const seat = order === undefined ? undefined : plan.seats[order];
    if (order === undefined || !seat || seat.state === state) continue;
    seats ??= [...plan.seats];
    seats[order] = { ...seat, state };
  }
  return seats ? { ...plan, seats } : plan;
}

/**
 * Changes that arrive while states are being read. The response may be older than they are, so they are applied to it
 * again; one that is older than the response is followed by the later ones, since the stream keeps their order.
 */
export class ChangesDuringReads {
  private readonly reads = new Map<string, Set<Map<string, SeatState>>>();

  /** Called before the request is sent. */
  begin(performanceId: string): { end(): SeatStates } {
    const changes = new Map<string, SeatState>();
    const reads = this.reads.get(performanceId) ?? new Set();
    this.reads.set(performanceId, reads.add(changes));
    return {
      end: () => {
        reads.delete(changes);
        if (reads.size === 0) this.reads.delete(performanceId);
        return changes;
      },
    };
  }

  add(performanceId: string, states: SeatStates): void {
    for (const changes of this.reads.get(performanceId) ?? [])
      for (const [id, state] of states) changes.set(id, state);
  }
}
