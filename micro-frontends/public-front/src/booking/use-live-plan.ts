import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followSeats } from '../api/live-seats';
import { planKey, planQuery } from '../api/queries';
import type { Plan, SeatChange } from '../api/types';

/** Applies changes from the stream; a seat of this basket stays MINE when the stream reports its own hold. */
export function applySeatChanges(
  plan: Plan,
  changes: readonly SeatChange[],
  isMine: (id: string) => boolean,
): Plan {
  const next = new Map(
    changes.map(({ id, state }) => [id, state === 'HELD' && isMine(id) ? ('MINE' as const) : state]),
  );
  if (!plan.seats.some((seat) => next.has(seat.id) && next.get(seat.id) !== seat.state)) return plan;
  return { ...plan, seats: plan.seats.map((seat) => ({ ...seat, state: next.get(seat.id) ?? seat.state })) };
}

/** The plan, updated live with seats that other visitors take and release. */
export function useLivePlan(performanceId: string, isMine: (id: string) => boolean) {
  const client = useQueryClient();
  const query = useQuery(planQuery(performanceId));
  useEffect(
    () =>
      followSeats(performanceId, {
        onSeats: (changes) =>
          client.setQueryData<Plan>(planKey(performanceId), (plan) =>
            plan ? applySeatChanges(plan, changes, isMine) : plan,
          ),
        onOpen: () => void client.invalidateQueries({ queryKey: planKey(performanceId) }),
      }),
    [client, performanceId, isMine],
  );
  return query;
}
