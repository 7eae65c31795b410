import { useToast } from '@coulisse/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { cartQuery, planKey, type HeldCart } from '../api/booking-queries';
import { setCartHint } from '../api/cart-hint';
import { api, ApiProblem } from '../api/client';
import { performancePath } from '../api/queries';
import type { HoldAnswer } from '../api/types';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { waitingRoomKey } from '../waiting-room/use-waiting-room';
import { createHoldQueue, type Choice } from './hold-queue';
import { countOf, countsOf, type Counts } from './place-counts';
import { isOpen } from './use-selection';
import { createWheelchairCount } from './wheelchair-count';

export interface Places {
  counts: Counts;
  /** People among them who need a wheelchair place. */
  wheelchairs: number;
  /** Seats that the cart holds. */
  mine: ReadonlySet<string>;
  isMine(seatId: string): boolean;
  /** A request is running. */
  busy: boolean;
  cart: HeldCart | null | undefined;
  set(counts: Counts): void;
  setWheelchairs(count: number): void;
}

/** The queue of holds knows names and texts; here they are formulas and numbers. */
const choiceOf = (counts: Counts): Choice => new Map([...counts].map(([id, count]) => [id, String(count)]));
const countsFrom = (choice: Choice): Counts => new Map([...choice].map(([id, count]) => [id, Number(count)]));

async function hold(performanceId: string, counts: Counts, wheelchairs: number): Promise<HoldAnswer | null> {
  if (counts.size === 0) {
    await api.delete(`${performancePath(performanceId)}/holds`);
    return null;
  }
  return api.post<HoldAnswer>(`${performancePath(performanceId)}/places`, {
    places: [...counts].map(([formulaId, count]) => ({ formulaId, count })),
    ...(wheelchairs > 0 ? { wheelchairs } : {}),
  });
}

/** The places of this basket: shown at once, held on the server from the first one, taken back when it refuses. */
export function usePlaces(performanceId: string): Places {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const { data: cart } = useQuery(cartQuery);
  const [shown, setShown] = useState<{ counts: Counts; busy: boolean }>({ counts: new Map(), busy: false });
  const [wheelchairs, setWheelchairs] = useState(0);
  const [wheelchairCount] = useState(() => createWheelchairCount(performanceId, setWheelchairs));
  const refused = useRef<(error: unknown) => void>(() => undefined);
  useEffect(() => {
    refused.current = (error) => {
      if (error instanceof ApiProblem && error.code === 'sale.waiting-room')
        return void client.invalidateQueries({ queryKey: waitingRoomKey(performanceId) });
      toast.bad(problemText(error, t));
      if (error instanceof ApiProblem && error.status === 404)
        void client.invalidateQueries({ queryKey: ['session'] });
      void client.invalidateQueries({ queryKey: planKey(performanceId) });
      void client.invalidateQueries({ queryKey: cartQuery.queryKey });
    };
  });
  const [request] = useState(
    () => (counts: Counts) =>
      wheelchairCount.request(countOf(counts), (count) => hold(performanceId, counts, count)),
  );
  const [queue] = useState(() =>
    createHoldQueue<HoldAnswer | null>({
      send: (choice) => request(countsFrom(choice)),
      onChange: (choice, busy) => setShown({ counts: countsFrom(choice), busy }),
      onConfirmed: (answer) => {
        if (answer) setCartHint(true);
        void client.invalidateQueries({ queryKey: cartQuery.queryKey });
      },
      onRefused: (error) => refused.current(error),
    }),
  );
  const lines = useMemo(
    () => (isOpen(cart) && cart.performance.id === performanceId ? cart.lines : []),
    [cart, performanceId],
  );
  useEffect(() => {
    if (cart === undefined) return;
    queue.sync(choiceOf(countsOf(lines)));
    wheelchairCount.sync(lines.length);
  }, [queue, wheelchairCount, cart, lines]);
  const mine = useMemo(() => new Set(lines.map(({ seatId }) => seatId)), [lines]);
  const latest = useRef(mine);
  useEffect(() => {
    latest.current = mine;
  });
  const isMine = useCallback((seatId: string) => latest.current.has(seatId), []);
  return {
    ...shown,
    ...{ wheelchairs, mine, isMine, cart },
    set: (counts) => queue.set(choiceOf(counts)),
    setWheelchairs: (count) => {
      wheelchairCount.wish(count);
      queue.choose(async () => {
        const choice = queue.current;
        return { choice, answer: await request(countsFrom(choice)) };
      });
    },
  };
}
