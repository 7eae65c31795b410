import { decodeSeats, type SeatColumns } from '@coulisse/seat-plan';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { mayHaveCart, setCartHint } from './cart-hint';
import { api, isMissing, readPublic } from './client';
import { ChangesDuringReads, planOf, withStates } from './plan';
import { performancePath } from './queries';
import type { Cart, Performance, Plan, PlanStates } from './types';

export const planKey = (id: string) => ['plan', id] as const;

const seatsQuery = (id: string, seatingId: string) =>
  queryOptions({
    queryKey: ['seats', id, seatingId],
    queryFn: async ({ signal }) => {
      const path = `${performancePath(id)}/plan/seats/${seatingId}`;
      const columns = await readPublic<SeatColumns>(path, signal);
      return { places: decodeSeats(columns), scene: columns.scene };
    },
    // The seats under an id never change.
    staleTime: Infinity,
    structuralSharing: false,
  });

/** Changes from the streams of this page that arrive while states are read. */
export const changesDuringReads = new ChangesDuringReads();

async function readPlan(id: string, client: QueryClient, signal: AbortSignal): Promise<Plan> {
  const states = await readPublic<PlanStates>(`${performancePath(id)}/plan/states`, signal);
  const { places, scene } = await client.fetchQuery(seatsQuery(id, states.seatingId));
  return planOf(places, states, client.getQueryData<Plan>(planKey(id)), scene);
}

export const planQuery = (id: string) =>
  queryOptions({
    queryKey: planKey(id),
    queryFn: async ({ signal, client }) => {
      const during = changesDuringReads.begin(id);
      const read = readPlan(id, client, signal);
      const changes = await read.then(during.end, during.end);
      const plan = withStates(await read, changes);
      if (!mayHaveCart() && plan.seats.some((seat) => seat.state === 'MINE')) {
        // The browser has lost the hint, but the session still has a basket.
        setCartHint(true);
        void client.invalidateQueries({ queryKey: cartQuery.queryKey });
      }
      return plan;
    },
    // Unchanged seats are the same objects already.
    structuralSharing: false,
  });

/** The basket with the end of its hold on this page's monotonic clock, so that a wrong system clock does not matter. */
export interface HeldCart extends Cart {
  performance: Performance;
  expiresAt: string;
  endsAt: number;
}

async function readCart(signal: AbortSignal): Promise<HeldCart | null> {
  if (!mayHaveCart()) return null;
  try {
    const cart = await api.get<Cart>('/app-api/prestiscene/reservations/cart', signal);
    const { performance: played, expiresAt } = cart;
    // Without seats or after its expiry it no longer counts as a basket, even if the response still lists it.
    if (!played || !expiresAt || cart.lines.length === 0 || cart.secondsLeft <= 0) return null;
    return { ...cart, performance: played, expiresAt, endsAt: performance.now() + cart.secondsLeft * 1000 };
  } catch (error) {
    if (!isMissing(error)) throw error;
    setCartHint(false);
    return null;
  }
}

export const cartQuery = queryOptions({
  queryKey: ['cart'],
  queryFn: ({ signal }) => readCart(signal),
  // Another tab may have changed it.
  refetchOnWindowFocus: 'always',
});
