import { useToast, useLanguage } from '@coulisse/ui-kit';
import { bestSeats, runAround, seatName } from '@coulisse/seat-plan';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Plan, Seat } from '../api/types';
import { useText } from '../app/use-text';
import { visibleSeats } from './seat-rows';
import type { Selection } from './use-selection';

/** Maximum number of seats in a basket. */
export const MAX_SEATS = 20;

export interface Picker {
  /** Seats as this visitor sees them: chosen ones are MINE, also before the server has responded. */
  seats: readonly Seat[];
  party: number;
  setParty(size: number): void;
  toggle(seat: Seat): void;
  takeBest(): void;
  remove(seatIds: readonly string[]): void;
  setFormula(seatId: string, formulaId: string): void;
}

const isFree = (seat: Seat): boolean => seat.state === 'FREE';

/** A wheelchair place is never selected automatically with its neighbours, only by a click on it. */
const isFreeForAll = (seat: Seat): boolean => isFree(seat) && !seat.isPmr;

/** Seat selection by click, party size and "best seats". */
export function usePicker(plan: Plan, { choice, set }: Selection): Picker {
  const t = useText();
  const toast = useToast();
  const language = useLanguage();
  const [partySize, setPartySize] = useState(1);
  const seats = useMemo(() => visibleSeats(plan, choice), [plan, choice]);
  const party = Math.max(partySize, choice.size);
  const chosen = useMemo(() => seats.filter((seat) => choice.has(seat.id)), [seats, choice]);

  const click = (seat: Seat): void => {
    if (seat.state === 'MINE') return drop([seat.id]);
    if (!isFree(seat)) return toast.bad(t('seats.taken', { seat: seatName(seat, language) }));
    if (choice.size >= MAX_SEATS) return toast.bad(t('seats.max', { max: MAX_SEATS }));
    if (choice.size > 0 || party === 1) return set(new Map([...choice, [seat.id, null]]));
    const run = runAround(
      seat,
      party,
      seats,
      (other) => isFreeForAll(other) || (other.id === seat.id && isFree(other)),
    );
    if (!run) toast.bad(t('seats.no-room-here', { count: party }));
    set(new Map((run ?? [seat]).map((item) => [item.id, null])));
  };
  const drop = (ids: readonly string[]): void => {
    const rest = new Map([...choice].filter(([id]) => !ids.includes(id)));
    setPartySize(Math.max(1, rest.size));
    set(rest);
  };
  const latest = useRef(click);
  useEffect(() => {
    latest.current = click;
  });
  const toggle = useCallback((seat: Seat) => latest.current(seat), []);

  return {
    seats,
    party,
    toggle,
    remove: drop,
    setParty: (size) => {
      setPartySize(size);
      // Fewer people than seats: the last seats are removed.
      if (size < choice.size) set(new Map([...choice].slice(0, size)));
    },
    takeBest: () => {
      const available = seats.map((seat) =>
        seat.state === 'MINE' ? { ...seat, state: 'FREE' as const } : seat,
      );
      const best = bestSeats(party, available, isFreeForAll);
      if (!best) return toast.bad(t('seats.no-room', { count: party }));
      const same = best.every((seat) => choice.has(seat.id)) && best.length === chosen.length;
      if (!same) set(new Map(best.map((seat) => [seat.id, choice.get(seat.id) ?? null])));
    },
    setFormula: (seatId, formulaId) => set(new Map([...choice, [seatId, formulaId]])),
  };
}
