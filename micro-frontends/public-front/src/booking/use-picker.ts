import { useToast, useLanguage } from '@coulisse/ui-kit';
import { runAround, seatName } from '@coulisse/seat-plan';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Plan, Seat, SeatStates } from '../api/types';
import { useText } from '../app/use-text';
import { visibleSeats } from './seat-rows';
import type { Choice } from './hold-queue';
import type { BestSeatsWish, Selection } from './use-selection';

/** Maximum number of seats in a basket. */
export const MAX_SEATS = 20;
/** Most people come with somebody. */
const USUAL_PARTY = 2;

export interface Picker {
  /** Seats as this visitor sees them: chosen ones are MINE, also before the server has responded. */
  seats: readonly Seat[];
  party: number;
  setParty(size: number): void;
  toggle(seat: Seat): void;
  /** As `toggle`, for the plan: returns the states that it shows at once. The rest of the page follows. */
  pick(seat: Seat): SeatStates | undefined;
  takeBest(wish: Omit<BestSeatsWish, 'count'>): void;
  /** A request to the server is running. */
  busy: boolean;
  remove(seatIds: readonly string[]): void;
  setFormula(seatId: string, formulaId: string): void;
}

/** States of the seats that only one of two choices has. */
function changesBetween(before: Choice, after: Choice): SeatStates {
  const removed = [...before.keys()].filter((id) => !after.has(id));
  const added = [...after.keys()].filter((id) => !before.has(id));
  return new Map([
    ...removed.map((id) => [id, 'FREE'] as const),
    ...added.map((id) => [id, 'MINE'] as const),
  ]);
}

/** Seat selection by click, party size and "best seats". */
export function usePicker(
  plan: Plan,
  { choice, busy, current, set, takeBest, setAfterPaint }: Selection,
  firstParty = USUAL_PARTY,
  wholeTables?: boolean,
): Picker {
  const t = useText();
  const toast = useToast();
  const language = useLanguage();
  const [chosenSize, setPartySize] = useState<number>();
  const seats = useMemo(() => visibleSeats(plan, choice), [plan, choice]);
  const partySize = chosenSize ?? (choice.size || firstParty);
  const party = Math.max(partySize, choice.size);

  /** Its table, where a table is taken with all of its chairs. */
  const tableOf = (id: string) => wholeTables && seats[plan.orders.get(id) ?? -1]?.tableId;
  /** The choice after a click on a seat; undefined when it changes nothing. */
  const clicked = (seat: Seat): Choice | undefined => {
    const before = current();
    // What the visitor chose a moment ago may not be rendered yet.
    const isFreeNow = (other: Seat): boolean =>
      (other.state === 'FREE' || other.state === 'MINE') && !before.has(other.id);
    if (before.has(seat.id)) return without([seat.id]);
    const table = tableOf(seat.id);
    const chairs = table
      ? seats.filter(({ tableId, state }) => tableId === table && state !== 'BLOCKED')
      : [seat];
    if (!chairs.every(isFreeNow)) return void toast.bad(t('seats.taken', { seat: seatName(seat, language) }));
    if (before.size + chairs.length > MAX_SEATS) return void toast.bad(t('seats.max', { max: MAX_SEATS }));
    if (table || before.size > 0 || partySize === 1)
      return new Map([...before, ...chairs.map(({ id }) => [id, null] as const)]);
    const run = runAround(
      seat,
      partySize,
      seats,
      (other) => isFreeNow(other) && (!other.isPmr || other.id === seat.id),
    );
    if (!run) toast.bad(t('seats.no-room-here', { count: partySize }));
    return new Map((run ?? [seat]).map((item) => [item.id, null]));
  };
  const without = (ids: readonly string[]): Choice => {
    const tables = ids.map(tableOf);
    const rest = new Map(
      [...current()].filter(([id]) => !ids.includes(id) && !(tableOf(id) && tables.includes(tableOf(id)))),
    );
    // The plan does not wait for this number.
    startTransition(() => setPartySize(Math.max(1, rest.size)));
    return rest;
  };
  const latest = useRef(clicked);
  useEffect(() => {
    latest.current = clicked;
  });
  const toggle = useCallback(
    (seat: Seat) => {
      const next = latest.current(seat);
      if (next) set(next);
    },
    [set],
  );
  const pick = useCallback(
    (seat: Seat) => {
      const before = current();
      const next = latest.current(seat);
      if (!next) return undefined;
      setAfterPaint(next);
      return changesBetween(before, next);
    },
    [current, setAfterPaint],
  );

  return {
    seats,
    party,
    toggle,
    pick,
    remove: (ids) => set(without(ids)),
    setParty: (size) => {
      setPartySize(size);
      // Fewer people than seats: the last seats are removed.
      if (size < choice.size) set(new Map([...choice].slice(0, size)));
    },
    busy,
    takeBest: (wish) => takeBest({ count: party, ...wish }),
    setFormula: (seatId, formulaId) => set(new Map([...choice, [seatId, formulaId]])),
  };
}
