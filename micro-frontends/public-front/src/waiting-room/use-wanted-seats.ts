import { useEffect, useRef } from 'react';
import type { Selection } from '../booking/use-selection';
import type { WaitingView } from '../api/types';
import { takeWantedSeats } from './wanted-seats';

/** Attempts of one page: seats that are refused again and again are not requested for ever. */
const ATTEMPTS = 3;

/** Holds the seats that were chosen before the waiting room opened, as soon as the visitor is inside. */
export function useWantedSeats(
  performanceId: string,
  room: WaitingView | undefined,
  { cart, set }: Selection,
): void {
  const attempts = useRef(0);
  useEffect(() => {
    if (room?.state !== 'ADMITTED' || cart === undefined || attempts.current >= ATTEMPTS) return;
    const seats = takeWantedSeats(performanceId);
    if (seats.size === 0) return;
    attempts.current += 1;
    set(seats);
    // Each answer of the room is a new object: a second refusal is followed by a second attempt.
  }, [performanceId, room, cart, set]);
}
