import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { decodeChanges, type SeatChanges } from '@coulisse/seat-plan';
import { useEffect, useMemo, useRef } from 'react';
import { useApi } from '@coulisse/mfe-kit';
import { performancePlanPath } from '../../api-paths';
import type { PerformancePlan } from '../../api-types';

/** Changes of seats, as server-sent events. */
const seatEventsPath = (id: string): string => `/app-api/configuration/representations/${id}/events`;

/**
 * The plan of a performance, kept up to date by the events of its seats. `onChange` is called with each of them, and when
 * the connection was opened again.
 */
export function useLivePlan(performanceId: string | null, onChange?: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const key = useMemo(() => ['live-plan', performanceId], [performanceId]);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  const query = useQuery({
    queryKey: key,
    queryFn: performanceId ? () => api.get<PerformancePlan>(performancePlanPath(performanceId)) : skipToken,
  });
  useEffect(() => {
    if (!performanceId) return;
    const source = new EventSource(seatEventsPath(performanceId));
    source.addEventListener('open', () => {
      void client.invalidateQueries({ queryKey: key });
      changed.current?.();
    });
    source.addEventListener('seats', (event) => {
      const changes = decodeChanges(JSON.parse(event.data as string) as SeatChanges);
      client.setQueryData<PerformancePlan>(
        key,
        (plan) =>
          plan && {
            ...plan,
            seats: plan.seats.map((seat) => {
              const state = changes.get(seat.id);
              return state && state !== seat.state ? { ...seat, state } : seat;
            }),
          },
      );
      changed.current?.();
    });
    return () => source.close();
  }, [client, key, performanceId]);
  return query;
}
