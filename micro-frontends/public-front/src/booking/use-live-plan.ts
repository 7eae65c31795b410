import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followSeats } from '../api/live-seats';
import { withStates } from '../api/plan';
import { changesDuringReads, planKey, planQuery } from '../api/booking-queries';
import type { Plan, SeatStates } from '../api/types';

/** Applies changes from the stream; a seat of this basket stays MINE when the stream reports its own hold. */
export function applySeatChanges(plan: Plan, changes: SeatStates, isMine: (id: string) => boolean): Plan {
  const seen = [...changes].map(
    ([id, state]) => [id, state === 'HELD' && isMine(id) ? 'MINE' : state] as const,
  );
  return withStates(plan, new Map(seen));
}

/** Seats that the plan does not have: the performance has other seats by now. */
export const isOfOtherSeats = (plan: Plan, changes: SeatStates): boolean =>
  [...changes.keys()].some((id) => !plan.orders.has(id));

/** The plan, updated live with seats that other visitors take and release. */
export function useLivePlan(performanceId: string, isMine: (id: string) => boolean) {
  const client = useQueryClient();
  const query = useQuery(planQuery(performanceId));
  useEffect(() => {
    const key = planKey(performanceId);
    const readAgain = (): void => void client.invalidateQueries({ queryKey: key });
    return followSeats(performanceId, {
      onSeats: (changes) => {
        changesDuringReads.add(performanceId, changes);
        const plan = client.getQueryData<Plan>(key);
        if (!plan) return;
        if (isOfOtherSeats(plan, changes)) readAgain();
        else client.setQueryData<Plan>(key, applySeatChanges(plan, changes, isMine));
      },
      onOpen: readAgain,
    });
  }, [client, performanceId, isMine]);
  return query;
}
