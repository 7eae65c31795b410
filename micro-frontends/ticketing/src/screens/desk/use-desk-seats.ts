import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiProblem, useApi } from '@coulisse/mfe-kit';
import { deskHoldsPath } from '../../api-paths';
import { useLivePlan } from '../seats/use-live-plan';
import type { DeskHold } from './desk-types';

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
    held: [] as readonly string[],
    requested: null as readonly string[] | null,
    running: false,
    token: null as string | null,
    performanceId,
  });

  const release = useCallback(() => {
    const { token, held, performanceId: of } = state.current;
    if (token && of && held.length > 0)
      void api.delete(deskHoldsPath(of), { headers: { 'Cart-Token': token } }).catch(() => undefined);
    state.current = { ...state.current, held: [], requested: null, token: null };
    setChosen([]);
    setOwn([]);
    setHold(null);
    setFailure(null);
    setExpired(false);
  }, [api]);
  /** Forgets the cart without releasing it: its seats are sold. */
  const forget = useCallback(() => {
    state.current = { ...state.current, held: [], requested: null, token: null };
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
        if (requested.length === 0) {
          if (token) await api.delete(deskHoldsPath(of), { headers: { 'Cart-Token': token } });
          state.current.held = [];
          setOwn([]);
          setHold(null);
        } else {
          const answer = await api.post<DeskHold>(
            deskHoldsPath(of),
            { seats: requested },
            { headers: token ? { 'Cart-Token': token } : {} },
          );
          state.current.token = answer.cart.token;
          state.current.held = requested;
          setOwn(requested);
          setHold(answer);
        }
        setFailure(null);
        setExpired(false);
      } catch (error) {
        setFailure(error);
        if (!state.current.requested) setChosen(state.current.held);
        if (error instanceof ApiProblem && error.status === 409) void refetch();
      }
    }
    state.current.running = false;
    setBusy(false);
  }, [api, refetch]);

  const want = useCallback(
    (seats: readonly string[]) => {
      setChosen(seats);
      state.current.requested = seats;
      void run();
    },
    [run],
  );
  const expire = useCallback(() => setExpired(true), []);
  const seats = useMemo(() => {
    const mine = new Set(chosen);
    const ownIds = new Set(own);
    return (plan.data?.seats ?? []).map((seat) => {
      if (mine.has(seat.id)) return seat.state === 'MINE' ? seat : { ...seat, state: 'MINE' as const };
      return ownIds.has(seat.id) && seat.state === 'HELD' ? { ...seat, state: 'FREE' as const } : seat;
    });
  }, [plan.data, chosen, own]);

  return { plan, seats, chosen, hold, failure, isExpired, busy, want, expire, release, forget };
}
export type DeskSeats = ReturnType<typeof useDeskSeats>;
