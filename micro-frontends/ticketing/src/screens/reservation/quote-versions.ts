import type { Api } from '@coulisse/mfe-kit';

/** A quote of a reservation, as sales lists it. */
export interface QuoteOfReservation {
  id: string;
  state: string;
  version: number;
}

/** What becomes of a quote when its reservation has changed. */
export type QuoteStep = 'create' | 'update' | 'revise';

/** A draft is written again, what the customer has is replaced by a new version; an answer that was given stands. */
export function stepOf(quote: Pick<QuoteOfReservation, 'state'> | null): QuoteStep {
  if (quote?.state === 'DRAFT') return 'update';
  return quote?.state === 'POSTED' || quote?.state === 'SENDED' ? 'revise' : 'create';
}

/** The latest quote of a reservation; null when it has none. */
export async function latestQuote(
  api: Api,
  path: string,
  reservationId: string,
): Promise<QuoteOfReservation | null> {
  const query = new URLSearchParams({ 'f.reservation.eq': reservationId, sort: '-createdAt', size: '1' });
  const { items } = await api.get<{ items: QuoteOfReservation[] }>(`${path}?${query}`);
  return items[0] ?? null;
}

/**
 * Brings the quote of a reservation up to what it contains now; returns the id of the draft. Repeated after a failure, it goes on
 * with the draft that the first attempt has made.
 */
export async function writeQuote(
  api: Api,
  { path, draft, latest }: { path: string; draft: object; latest: QuoteOfReservation | null },
): Promise<string> {
  const step = stepOf(latest);
  if (!latest || step === 'create') return (await api.post<{ id: string }>(path, draft)).id;
  const isDraft = step === 'update';
  const id = isDraft
    ? latest.id
    : (await api.post<{ versionId: string }>(`${path}/${latest.id}/transitions/revise`, {})).versionId;
  const { version } = isDraft ? latest : await api.get<{ version: number }>(`${path}/${id}`);
  // Groups of the former lines go with them.
  await api.patch(`${path}/${id}`, { ...draft, groups: [] }, { ifMatch: version });
  return id;
}
