import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiProblem, useApi } from '@coulisse/mfe-kit';
import { deskHoldsPath } from '../../api-paths';
import { useLivePlan } from '../seats/use-live-plan';
import { formulasOfSeats } from './desk-formulas';
import type { DeskFormula, DeskHold } from './desk-types';
import { dropKeptSeats, keepSeats, keptSeats } from './kept-seats';

/** What the desk wants to hold: seats, free ones for so many drivers, and formulas, which decide how many there may be. */
interface Wish {
  seats: readonly string[];
  drivers: number;
  formulaBySeat: Readonly<Record<string, string>>;
  /** Places of a reservation that stay beside them. */
  besides: readonly string[];
}
const NOTHING: Wish = { seats: [], drivers: 0, formulaBySeat: {}, besides: [] };
const NO_CART = { held: NOTHING, wish: NOTHING, requested: null, token: null, found: null };
/** Answers after which what was found is nobody's any more: sold meanwhile, or of a cart that is gone. */
const GONE = [400, 404, 409, 422];
const NO_FORMULAS: readonly DeskFormula[] = [];
const NO_DRIVERS: DeskHold['drivers'] = { allowed: 0, seats: [] };

/** The chosen formulas of the seats that are still wanted. */
const formulasOf = ({ seats, formulaBySeat }: Wish) =>
  Object.fromEntries(
    seats.flatMap((id) => {
      const formula = formulaBySeat[id];
      return formula ? [[id, formula] as const] : [];
    }),
  );

/**
 * The seats that the desk holds for a customer. Requests follow one another: while one runs, the last wish waits. What
 * was refused goes back to what is held. With `onFound` the tab keeps them over a reload of its page, and their formulas
 * are told when they are found again. With `formulas` seats without a choice are held as what the desk proposes for so many.
 */
export function useDeskSeats(
  performanceId: string | null,
  onFound?: (formulaBySeat: Readonly<Record<string, string>>) => void,
  formulas: readonly DeskFormula[] = NO_FORMULAS,
) {
  const api = useApi();
  const plan = useLivePlan(performanceId);
  const { refetch } = plan;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [hold, setHold] = useState<DeskHold | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isExpired, setExpired] = useState(false);
  const [busy, setBusy] = useState(false);
  /** Seats of the last answer: they are this desk's, whatever the plan says. */
  const [own, setOwn] = useState<readonly string[]>([]);
  const state = useRef({
    held: NOTHING,
    wish: NOTHING,
    requested: null as Wish | null,
    running: false,
    token: null as string | null,
    performanceId,
    /** What was found after a reload, until the service has answered. */
    found: null as Wish | null,
  });
  const listener = useRef(onFound);
  useEffect(() => {
    listener.current = onFound;
  });
  const isKept = onFound !== undefined;
  const proposed = useRef<(wish: Wish) => Record<string, string>>(formulasOf);
  const planSeats = plan.data?.seats;
  useEffect(() => {
    proposed.current = (wish) => {
      const seatsOfWish = (planSeats ?? []).filter(({ id }) => wish.seats.includes(id));
      const ids = [...formulasOfSeats(seatsOfWish, formulas, wish.formulaBySeat)].map(
        ([seatId, { id }]) => [seatId, id] as const,
      );
      return { ...formulasOf(wish), ...Object.fromEntries(ids) };
    };
  });

  /** Forgets the cart without releasing it: its seats are sold. */
  const forget = useCallback(() => {
    if (isKept && state.current.performanceId) dropKeptSeats(state.current.performanceId);
    state.current = { ...state.current, ...NO_CART };
    setChosen([]);
    setOwn([]);
    setHold(null);
    setFailure(null);
    setExpired(false);
  }, [isKept]);
  const release = useCallback(() => {
    const { token, held, performanceId: of } = state.current;
    if (token && of && held.seats.length > 0)
      void api.delete(deskHoldsPath(of), { headers: { 'Cart-Token': token } }).catch(() => undefined);
    forget();
  }, [api, forget]);

  const run = useCallback(async () => {
    const now = state.current;
    if (now.running || !now.performanceId) return;
    now.running = true;
    setBusy(true);
    while (state.current.requested) {
      const { requested, token, performanceId: of } = state.current;
      state.current.requested = null;
      if (!of || !requested) break;
      try {
        if (requested.seats.length === 0) {
          if (token) await api.delete(deskHoldsPath(of), { headers: { 'Cart-Token': token } });
          if (state.current.performanceId !== of) continue;
          if (isKept) dropKeptSeats(of);
          state.current.held = NOTHING;
          setOwn([]);
          setHold(null);
        } else {
          const answer = await api.post<DeskHold>(
            deskHoldsPath(of),
            { ...requested, formulaBySeat: proposed.current(requested) },
            { headers: token ? { 'Cart-Token': token } : {} },
          );
          const { token: own, secondsLeft } = answer.cart;
          if (state.current.performanceId !== of) {
            // The seller has left this performance meanwhile.
            void api.delete(deskHoldsPath(of), { headers: { 'Cart-Token': own } }).catch(() => undefined);
            continue;
          }
          state.current.token = own;
          state.current.held = requested;
          state.current.found = null;
          if (isKept) {
            const { seats, drivers } = requested;
            const until = Date.now() + secondsLeft * 1000;
            keepSeats(of, { token: own, until, seats, drivers, formulaBySeat: formulasOf(requested) });
          }
          setOwn([...requested.seats, ...answer.drivers.seats.map(({ id }) => id)]);
          setHold(answer);
        }
        setFailure(null);
        setExpired(false);
      } catch (error) {
        if (state.current.performanceId !== of) continue;
        const isGone = error instanceof ApiProblem && GONE.includes(error.status);
        if (requested === state.current.found && isGone) {
          // Nothing that the seller did: they choose anew.
          dropKeptSeats(of);
          state.current = { ...state.current, token: null, found: null };
        } else setFailure(error);
        if (!state.current.requested) {
          state.current.wish = state.current.held;
          setChosen(state.current.held.seats);
        }
        if (error instanceof ApiProblem && error.status === 409) void refetch();
      }
    }
    state.current.running = false;
    setBusy(false);
  }, [api, isKept, refetch]);
  useEffect(() => {
    state.current.performanceId = performanceId;
    const selection = isKept && performanceId ? keptSeats(performanceId) : null;
    if (selection) {
      const { token, seats, drivers, formulaBySeat } = selection;
      const found: Wish = { ...NOTHING, seats, drivers, formulaBySeat };
      state.current = { ...state.current, token, found, wish: found, requested: found };
      setChosen(seats);
      listener.current?.(formulaBySeat);
      void run();
    }
    return () => {
      release();
      state.current.performanceId = null;
    };
  }, [isKept, performanceId, release, run]);

  const change = useCallback(
    (wish: Wish) => {
      state.current.wish = wish;
      state.current.requested = wish;
      void run();
    },
    [run],
  );
  const want = useCallback(
    (seats: readonly string[]) => {
      setChosen(seats);
      change({ ...state.current.wish, seats });
    },
    [change],
  );
  const wantDrivers = useCallback(
    (drivers: number) => {
      const { wish } = state.current;
      if (wish.seats.length > 0) change({ ...wish, drivers });
      else state.current.wish = { ...wish, drivers };
    },
    [change],
  );
  const wantFormulas = useCallback(
    (formulaBySeat: Readonly<Record<string, string>>) => {
      const { wish, held } = state.current;
      state.current.wish = { ...wish, formulaBySeat };
      if (held.seats.length > 0) change(state.current.wish);
    },
    [change],
  );
  const stayBesides = useCallback(
    (besides: readonly string[]) => {
      const { wish, held } = state.current;
      if (wish.besides.join() === besides.join()) return;
      state.current.wish = { ...wish, besides };
      if (held.seats.length > 0) change(state.current.wish);
    },
    [change],
  );
  /** A reload during the sale finds nothing: the seats may be sold by then, and are not to be let go again. */
  const startSale = useCallback(() => {
    if (state.current.performanceId) dropKeptSeats(state.current.performanceId);
  }, []);
  const expire = useCallback(() => setExpired(true), []);
  const driverIds = useMemo(() => (hold?.drivers.seats ?? []).map(({ id }) => id), [hold]);
  const seats = useMemo(() => {
    const mine = new Set([...chosen, ...driverIds]);
    const ownIds = new Set(own);
    return (plan.data?.seats ?? []).map((seat) => {
      if (mine.has(seat.id)) return seat.state === 'MINE' ? seat : { ...seat, state: 'MINE' as const };
      return ownIds.has(seat.id) && seat.state === 'HELD' ? { ...seat, state: 'FREE' as const } : seat;
    });
  }, [plan.data, chosen, driverIds, own]);

  return {
    ...{ plan, seats, chosen, hold, drivers: hold?.drivers ?? NO_DRIVERS, failure, isExpired, busy },
    ...{ want, wantDrivers, wantFormulas, stayBesides, startSale, expire, release, forget },
  };
}
export type DeskSeats = ReturnType<typeof useDeskSeats>;
