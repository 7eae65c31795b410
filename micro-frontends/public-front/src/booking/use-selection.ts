import { useToast } from '@coulisse/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { setCartHint } from '../api/cart-hint';
import { api, ApiProblem } from '../api/client';
import { cartQuery, planKey, type HeldCart } from '../api/booking-queries';
import { performancePath } from '../api/queries';
import type { HoldAnswer, Plan } from '../api/types';
import { afterPaint } from '../app/after-paint';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { waitingRoomKey } from '../waiting-room/use-waiting-room';
import { keepWantedSeats } from '../waiting-room/wanted-seats';
import { applySeatChanges } from './use-live-plan';
import { createHoldQueue, type Choice, type Chosen } from './hold-queue';

const NOTHING: Choice = new Map();

/** The cart of a paid or cancelled reservation is read-only; further seats open a new one. */
export const isOpen = (cart: HeldCart | null | undefined): cart is HeldCart =>
  Boolean(cart) && !['VALIDATED', 'CANCELED'].includes(cart?.reservation?.state ?? 'DRAFT');

/** Seats of one performance in the basket. */
export function choiceOf(cart: HeldCart | null | undefined, performanceId: string): Choice {
  if (!isOpen(cart) || cart.performance.id !== performanceId) return NOTHING;
  return new Map(cart.lines.map((line) => [line.seatId, line.formulaId]));
}

export interface Selection {
  choice: Choice;
  /** A request is running. */
  busy: boolean;
  cart: HeldCart | null | undefined;
  isMine(seatId: string): boolean;
  /** The newest choice; `choice` is the one that the page shows. */
  current(): Choice;
  set(choice: Choice): void;
  /** Takes the best seats for so many people, as the server places them at this moment. */
  takeBest(wish: BestSeatsWish): void;
  /** As `set`, for a choice that the plan shows already: the rest of the page and the server come after the paint. */
  setAfterPaint(choice: Choice): void;
}

export interface BestSeatsWish {
  count: number;
  categoryId?: string;
  /** People among them who need a wheelchair place. */
  wheelchairs?: number;
}

async function holdBest(performanceId: string, wish: BestSeatsWish): Promise<Chosen<HoldAnswer>> {
  const answer = await api.post<HoldAnswer>(`${performancePath(performanceId)}/best-seats`, wish);
  return { answer, choice: new Map(answer.seats.map(({ id, formulaId }) => [id, formulaId])) };
}

async function hold(performanceId: string, choice: Choice): Promise<HoldAnswer | null> {
  const path = `${performancePath(performanceId)}/holds`;
  if (choice.size === 0) {
    await api.delete(path);
    return null;
  }
  const formulas = Object.fromEntries([...choice].filter(([, formula]) => formula !== null));
  return api.post<HoldAnswer>(path, {
    seats: [...choice.keys()],
    ...(Object.keys(formulas).length > 0 ? { formulaBySeat: formulas } : {}),
  });
}

/** Ids of the refused seats; the error points at them by their index in the request, '/seats/2'. */
export function takenSeats(error: unknown, sent: Choice): string[] {
  if (!(error instanceof ApiProblem) || error.status !== 409) return [];
  const seats = [...sent.keys()];
  return error.errors.flatMap(
    ({ pointer }) => seats[Number(/^\/seats\/(\d+)$/.exec(pointer)?.[1] ?? -1)] ?? [],
  );
}

/** The seats of this basket: shown at once, held on the server from the first click, removed when it refuses. */
export function useSelection(performanceId: string): Selection {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const { data: cart } = useQuery(cartQuery);
  const [shown, setShown] = useState({ choice: NOTHING, busy: false });

  const refused = useRef<(error: unknown, sent: Choice) => void>(() => undefined);
  useEffect(() => {
    refused.current = (error, sent) => {
      if (error instanceof ApiProblem && error.code === 'sale.waiting-room') {
        keepWantedSeats(performanceId, sent);
        void client.invalidateQueries({ queryKey: waitingRoomKey(performanceId) });
        return;
      }
      const taken = new Map(takenSeats(error, sent).map((id) => [id, 'HELD' as const]));
      client.setQueryData<Plan>(
        planKey(performanceId),
        (plan) => plan && applySeatChanges(plan, taken, () => false),
      );
      toast.bad(problemText(error, t));
      if (error instanceof ApiProblem && error.status === 404)
        void client.invalidateQueries({ queryKey: ['session'] });
      void client.invalidateQueries({ queryKey: planKey(performanceId) });
      void client.invalidateQueries({ queryKey: cartQuery.queryKey });
    };
  });
  const [queue] = useState(() =>
    createHoldQueue<HoldAnswer | null>({
      send: (choice) => hold(performanceId, choice),
      onChange: (choice, busy) => setShown({ choice, busy }),
      onConfirmed: (answer) => {
        if (answer) setCartHint(true);
        void client.invalidateQueries({ queryKey: cartQuery.queryKey });
      },
      onRefused: (error, sent) => refused.current(error, sent),
    }),
  );
  useEffect(() => {
    if (cart !== undefined) queue.sync(choiceOf(cart, performanceId));
  }, [queue, cart, performanceId]);

  const waiting = useRef<Choice | null>(null);
  const current = useCallback(() => waiting.current ?? queue.current, [queue]);
  const isMine = useCallback((seatId: string) => current().has(seatId), [current]);
  const set = useCallback(
    (choice: Choice) => {
      waiting.current = null;
      queue.set(choice);
    },
    [queue],
  );
  const takeBest = (wish: BestSeatsWish) => {
    waiting.current = null;
    queue.choose(() => holdBest(performanceId, wish));
  };
  const setAfterPaint = useCallback(
    (choice: Choice) => {
      waiting.current = choice;
      // A later choice contains this one.
      afterPaint(() => waiting.current === choice && set(choice));
    },
    [set],
  );
  return { ...shown, cart, isMine, current, set, takeBest, setAfterPaint };
}
