import { queryOptions } from '@tanstack/react-query';
import { mayHaveCart, setCartHint } from './cart-hint';
import { api, isMissing, openSession } from './client';
import type { Cart, Formula, Performance, Plan, Session, Show, ShowSummary, Theatre } from './types';

interface Items<T> {
  items: T[];
}

const MINUTE = 60_000;

export const theatresQuery = queryOptions({
  queryKey: ['theatres'],
  queryFn: ({ signal }) => api.get<Items<Theatre>>('/app-api/configuration/saas-customers', signal),
  select: (answer) => answer.items,
  staleTime: 5 * MINUTE,
});

export const theatreQuery = (slug: string) =>
  queryOptions({
    queryKey: ['theatre', slug],
    queryFn: ({ signal }) =>
      api.get<Theatre>(`/app-api/configuration/saas-customers/${encodeURIComponent(slug)}`, signal),
    staleTime: 5 * MINUTE,
  });

export const showsQuery = (theatreId: string) =>
  queryOptions({
    queryKey: ['shows', theatreId],
    queryFn: ({ signal }) =>
      api.get<Items<ShowSummary>>(`/app-api/configuration/spectacles/by-saas-customer/${theatreId}`, signal),
    select: (answer) => answer.items,
    enabled: theatreId !== '',
  });

export const showQuery = (id: string) =>
  queryOptions({
    queryKey: ['show', id],
    queryFn: ({ signal }) =>
      api.get<Show>(`/app-api/configuration/spectacles/${encodeURIComponent(id)}`, signal),
  });

const performancePath = (id: string): string =>
  `/app-api/configuration/representations/${encodeURIComponent(id)}`;

export const performanceQuery = (id: string) =>
  queryOptions({
    queryKey: ['performance', id],
    queryFn: ({ signal }) => api.get<Performance>(performancePath(id), signal),
  });

export const formulasQuery = (id: string) =>
  queryOptions({
    queryKey: ['formulas', id],
    queryFn: ({ signal }) => api.get<Items<Formula>>(`${performancePath(id)}/formules`, signal),
    select: (answer) => answer.items,
    staleTime: MINUTE,
  });

export const planKey = (id: string) => ['plan', id] as const;

/** Seats are in the order of the hall; orders the categories the same way, nearest to the stage first. */
function frontFirst(plan: Plan): Plan {
  const order = [...new Set(plan.seats.map((seat) => seat.categoryId))];
  const categories = [...plan.categories].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return { ...plan, categories };
}

export const planQuery = (id: string) =>
  queryOptions({
    queryKey: planKey(id),
    queryFn: async ({ signal, client }) => {
      const plan = await api.get<Plan>(`${performancePath(id)}/plan`, signal);
      if (!mayHaveCart() && plan.seats.some((seat) => seat.state === 'MINE')) {
        // The browser has lost the hint, but the session still has a basket.
        setCartHint(true);
        void client.invalidateQueries({ queryKey: cartQuery.queryKey });
      }
      return frontFirst(plan);
    },
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

export const cartQuery = queryOptions({ queryKey: ['cart'], queryFn: ({ signal }) => readCart(signal) });

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: (): Promise<Session> => openSession(),
  staleTime: Infinity,
});
