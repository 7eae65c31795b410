import { queryOptions } from '@tanstack/react-query';
import { openSession, readPublic } from './client';
import type { Formula, Performance, Session, Show, ShowSummary, Theatre, TheatrePlace } from './types';

interface Items<T> {
  items: T[];
}

const MINUTE = 60_000;

/**
 * What every visitor reads alike: no session is needed, and the server can read `meta.path` for a page before it sends
 * it (`server/page.tsx`).
 */
const publicQuery = <T>(queryKey: readonly unknown[], path: string) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => readPublic<T>(path, signal),
  meta: { path },
});

const CATALOGUE = '/app-api/configuration';

export const theatresQuery = queryOptions({
  ...publicQuery<Items<Theatre>>(['theatres'], `${CATALOGUE}/saas-customers`),
  select: (answer) => answer.items,
  staleTime: 5 * MINUTE,
});

export const theatreQuery = (slug: string) =>
  queryOptions({
    ...publicQuery<TheatrePlace>(
      ['theatre', slug],
      `${CATALOGUE}/saas-customers/${encodeURIComponent(slug)}`,
    ),
    staleTime: 5 * MINUTE,
  });

/** By the short name of the theatre, as the theatre itself, so that neither waits for the other. */
export const showsQuery = (slug: string) =>
  queryOptions({
    ...publicQuery<Items<ShowSummary>>(
      ['shows', slug],
      `${CATALOGUE}/spectacles/by-saas-customer/${encodeURIComponent(slug)}`,
    ),
    select: (answer) => answer.items,
  });

export const showQuery = (id: string) =>
  queryOptions(publicQuery<Show>(['show', id], `${CATALOGUE}/spectacles/${encodeURIComponent(id)}`));

export const performancePath = (id: string): string =>
  `${CATALOGUE}/representations/${encodeURIComponent(id)}`;

export const performanceQuery = (id: string) =>
  queryOptions(publicQuery<Performance>(['performance', id], performancePath(id)));

export const formulasQuery = (id: string) =>
  queryOptions({
    ...publicQuery<Items<Formula>>(['formulas', id], `${performancePath(id)}/formules`),
    select: (answer) => answer.items,
    staleTime: MINUTE,
  });

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: (): Promise<Session> => openSession(),
  staleTime: Infinity,
});
