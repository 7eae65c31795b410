import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiProblem, useApi } from '@coulisse/mfe-kit';
import { deskHoldsPath } from '../../api-paths';
import { useLivePlan } from '../seats/use-live-plan';
import type { DeskHold } from './desk-types';

/** What the desk wants to hold: seats, free ones for so many drivers, and formulas, which decide how many there may be. */
interface Wish {
  seats: readonly string[];
  drivers: number;
  formulaBySeat: Readonly<Record<string, string>>;
  /** Places of a reservation that stay beside them. */
  besides: readonly string[];
}
const NOTHING: Wish = { seats: [], drivers: 0, formulaBySeat: {}, besides: [] };
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
 * was refused goes back to what is held.
 */
export function useDeskSeats(performanceId: string | null) {
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
  });

  const release = useCallback(() => {
    const { token, held, performanceId: of } = state.current;
    if (token && of && held.seats.length > 0)
      void api.delete(deskHoldsPath(of), { headers: { 'Cart-Token': token } }).catch(() => undefined);
    state.current = { ...state.current, held: NOTHING, wish: NOTHING, requested: null, token: null };
    setChosen([]);
    setOwn([]);
    setHold(null);
    setFailure(null);
    setExpired(false);
  }, [api]);
  /** Forgets the cart without releasing it: its seats are sold. */
  const forget = useCallback(() => {
    state.current = { ...state.current, held: NOTHING, wish: NOTHING, requested: null, token: null };
    setChosen([]);
    setOwn([]);
    setHold(null);
    setFailure(null);
    setExpired(false);
  }, []);
  useEffect(() => {
    state.current.performanceId = performanceId;
    return release;
  }, [performanceId, release]);

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
          state.current.held = NOTHING;
          setOwn([]);
          setHold(null);
        } else {
          const answer = await api.post<DeskHold>(
            deskHoldsPath(of),
            { ...requested, formulaBySeat: formulasOf(requested) },
            { headers: token ? { 'Cart-Token': token } : {} },
          );
          state.current.token = answer.cart.token;
          state.current.held = requested;
          setOwn([...requested.seats, ...answer.drivers.seats.map(({ id }) => id)]);
          setHold(answer);
        }
        setFailure(null);
        setExpired(false);
      } catch (error) {
        setFailure(error);
        if (!state.current.requested) {
          state.current.wish = state.current.held;
          setChosen(state.current.held.seats);
        }
        if (error instanceof ApiProblem && error.status === 409) void refetch();
      }
    }
    state.current.running = false;
    setBusy(false);
  }, [api, refetch]);

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
    ...{ want, wantDrivers, wantFormulas, stayBesides, expire, release, forget },
  };
}
export type DeskSeats = ReturnType<typeof useDeskSeats>;
