import { createApi } from '@coulisse/mfe-kit/api';
import { toLanguage } from '@coulisse/ui-kit/format';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';
import { retryWhenRateLimited } from '../api/rate-limit-retry';
import type { MyOrder, Order } from './order-types';

const ORDER = '/app-api/prestiscene/reservations/order';

/** The key of a link is sent as a header, because addresses are logged. */
const withKey = (key: string) => ({ 'Order-Key': key });

// The link says whose order it is: reading needs no session.
const plain = createApi({ language: () => toLanguage(document.documentElement.lang) });

const POLL_MS = 4_000;
/** Tickets are ready within seconds; a page that is left open does not ask for ever. */
const LAST_POLL = 45;

/** Whether something about a valid order is still being prepared. */
export const isUnfinished = ({ situation, isWithheld, ticketsOn, documentReady, seats }: Order): boolean => {
  const own = seats.filter(({ isCanceled, transfer }) => !isCanceled && !transfer);
  return (
    !isWithheld &&
    ticketsOn === null &&
    own.length > 0 &&
    (situation === 'VALID' || situation === 'PARTLY_CANCELED') &&
    (!documentReady || own.some(({ ticket }) => ticket === null))
  );
};

/** @param isPaying The buyer came back from the bank, whose answer is awaited. */
export const orderQuery = (key: string, isPaying = false) =>
  queryOptions({
    queryKey: ['order', key],
    queryFn: ({ signal }) =>
      retryWhenRateLimited(() => plain.get<Order>(ORDER, { headers: withKey(key), signal }), signal),
    refetchInterval: ({ state }) =>
      state.data &&
      (isUnfinished(state.data) || (isPaying && state.data.toPay?.lastAttempt === 'STARTED')) &&
      state.dataUpdateCount < LAST_POLL
        ? POLL_MS
        : false,
  });

export const changeOrder = <T = void>(
  key: string,
  path: string,
  body: unknown = {},
  idempotencyKey?: string,
): Promise<T> => api.post<T>(`${ORDER}/${path}`, body, { headers: withKey(key), idempotencyKey });

/** Saves a file of the order: a link in the page could not send the key. */
export async function saveOrderFile(key: string, path: string, name: string): Promise<void> {
  const response = await retryWhenRateLimited(() =>
    plain.raw('GET', `${ORDER}/${path}`, { headers: withKey(key) }),
  );
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers begin to read after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Address that adds a ticket to Google Wallet, made when somebody wants it. */
export const walletLink = (key: string, seatId: string): Promise<{ url: string }> =>
  changeOrder(key, `tickets/${seatId}/wallet-link`);

export type When = 'UPCOMING' | 'PAST';

/** By the address of the account, so that another one who signs in on this device never sees them. */
export const myOrdersQuery = (when: When, email: string) =>
  infiniteQueryOptions({
    queryKey: ['my-orders', email, when],
    queryFn: ({ pageParam, signal }) =>
      api.get<{ items: MyOrder[]; next: string | null }>(
        `/app-api/prestiscene/reservations/mine?${new URLSearchParams({ when, ...(pageParam && { after: pageParam }) }).toString()}`,
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
