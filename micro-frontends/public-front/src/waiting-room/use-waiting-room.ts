import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../api/client';
import { performanceQuery } from '../api/queries';
import type { WaitingView } from '../api/types';

const path = (performanceId: string): string =>
  `/app-api/configuration/representations/${encodeURIComponent(performanceId)}/waiting-room`;

export const waitingRoomKey = (performanceId: string) => ['waiting-room', performanceId] as const;

/** Seconds until the next attempt when the server did not say: it could not be reached. */
const RETRY_SECONDS = 15;

const waitingRoomQuery = (performanceId: string) =>
  queryOptions({
    queryKey: waitingRoomKey(performanceId),
    queryFn: () => api.post<WaitingView>(path(performanceId)),
    // The server says when to ask again, with its jitter; a failed attempt keeps the last answer.
    refetchInterval: ({ state }) => {
      const seconds = state.data ? state.data.pollAfterSeconds : RETRY_SECONDS;
      return seconds === null ? false : (state.status === 'error' ? RETRY_SECONDS : seconds) * 1000;
    },
    // Whoever waits looks at another tab meanwhile; a phone that wakes up asks at once.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
    staleTime: 5_000,
    gcTime: 0,
    retry: false,
  });

/** Whether the visitor has to wait, or waits in vain. */
export const isOutside = (room: WaitingView | undefined): room is WaitingView =>
  room !== undefined && ['WAITING', 'EARLY', 'SOLD_OUT'].includes(room.state);

/**
 * Enters the performance, or its line when it is full, and asks again as the server says: the answers are the sign of
 * life of this visitor. Leaving the page gives the place back, unless it has seats.
 */
export function useWaitingRoom(performanceId: string): WaitingView | undefined {
  const client = useQueryClient();
  const { data } = useQuery(waitingRoomQuery(performanceId));
  const state = data?.state;
  const former = useRef(state);
  useEffect(() => {
    const changed = former.current !== undefined && former.current !== state;
    former.current = state;
    // A turn that came, or a sale that opened: the page shows what is true now.
    if (changed) void client.invalidateQueries({ queryKey: performanceQuery(performanceId).queryKey });
  }, [client, performanceId, state]);
  useEffect(() => () => void api.delete(path(performanceId)).catch(() => undefined), [performanceId]);
  return data;
}
