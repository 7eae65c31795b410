import { createApi } from '@coulisse/mfe-kit/api';
import { toLanguage } from '@coulisse/ui-kit/format';
import { queryOptions } from '@tanstack/react-query';
import { api, readPublic } from '../api/client';
import { retryWhenRateLimited } from '../api/rate-limit-retry';
import type { Theatre } from '../api/types';

const ENTRY = '/app-api/prestiscene/waiting-list/entry';
const listPath = (performanceId: string): string =>
  `/app-api/configuration/representations/${performanceId}/waiting-list`;

/** What one may ask for on a waiting list. */
export interface ListTerms {
  isOpen: boolean;
  largestParty: number;
  consecutivePlace: boolean;
  categories: { id: string; name: string }[];
}

export interface SeatWish {
  partySize: number;
  /** Null: any category. */
  categoryId: string | null;
  isTogether: boolean;
}

export interface JoinRequest extends SeatWish {
  email: string;
  firstName: string;
  lastName: string;
  language: 'fr' | 'en';
  consent: boolean;
}

export type EntryState = 'WAITING' | 'OFFERED' | 'BOUGHT' | 'EXPIRED' | 'LEFT' | 'REMOVED' | 'ENDED';

/** An entry as its person sees it. */
export interface Entry {
  state: EntryState;
  firstName: string;
  lastName: string;
  email: string;
  partySize: number;
  category: { id: string; name: string } | null;
  isTogether: boolean;
  position: number | null;
  waiting: number;
  offer: { endsAt: string; seats: string } | null;
  endCause: 'PERFORMANCE_CANCELED' | 'SALE_CLOSED' | null;
  isOpen: boolean;
  show: { id: string; name: string; color: string | null };
  performance: { id: string; date: string; startsAt: string; mealTimes: string[]; showTimes: string[] };
  zone: string;
  organiser: Theatre;
}

export const termsQuery = (performanceId: string) =>
  queryOptions({
    queryKey: ['waiting-list', performanceId],
    queryFn: ({ signal }) => readPublic<ListTerms>(listPath(performanceId), signal),
  });

export const joinList = (performanceId: string, request: JoinRequest): Promise<object> =>
  api.post(listPath(performanceId), request);

/** The key of a link is sent as a header, because addresses are logged. */
const withKey = (key: string) => ({ 'Waiting-Key': key });

// The link says whose entry it is: reading needs no session.
const plain = createApi({ language: () => toLanguage(document.documentElement.lang) });

const REFRESH_MS = 30_000;

export const entryQuery = (key: string) =>
  queryOptions({
    queryKey: ['waiting-entry', key],
    queryFn: ({ signal }) =>
      retryWhenRateLimited(() => plain.get<Entry>(ENTRY, { headers: withKey(key), signal }), signal),
    refetchInterval: ({ state }) =>
      state.data?.state === 'WAITING' || state.data?.state === 'OFFERED' ? REFRESH_MS : false,
  });

export const changeEntry = <T = void>(
  key: string,
  path: 'change' | 'leave' | 'rejoin' | 'open',
  body: unknown = {},
): Promise<T> => api.post<T>(`${ENTRY}/${path}`, body, { headers: withKey(key) });
