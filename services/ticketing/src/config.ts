import type { ConfigShape } from '@coulisse/service-kit';
import { z } from 'zod';
import { HOLD_LIMITS } from './features/holds/hold.domain';
import { WAITING_ROOM_LIMITS } from './features/waiting-room/waiting-room.domain';

const boundedInt = (max: number, usual: number, min = 1) => z.int().min(min).max(max).default(usual);

const holdLimits = z.strictObject({
  seatsPerCart: boundedInt(100, HOLD_LIMITS.seatsPerCart),
  seatsPerNetwork: boundedInt(2000, HOLD_LIMITS.seatsPerNetwork, 0),
  sharePerNetwork: boundedInt(100, HOLD_LIMITS.sharePerNetwork),
  cartsPerNetwork: boundedInt(500, HOLD_LIMITS.cartsPerNetwork),
  restMinutes: boundedInt(240, HOLD_LIMITS.restMinutes, 0),
});

const waitingRoomLimits = z.strictObject({
  buyers: boundedInt(1_000_000, WAITING_ROOM_LIMITS.buyers),
  admittedPerSecond: z.number().positive().max(100_000).default(WAITING_ROOM_LIMITS.admittedPerSecond),
  placesPerNetwork: boundedInt(1_000_000, WAITING_ROOM_LIMITS.placesPerNetwork),
  shareOfAdmitted: boundedInt(100, WAITING_ROOM_LIMITS.shareOfAdmitted),
  eventLoopDelayMs: boundedInt(60_000, WAITING_ROOM_LIMITS.eventLoopDelayMs, 0),
  holdsInFlight: boundedInt(100_000, WAITING_ROOM_LIMITS.holdsInFlight, 0),
});

const json = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'expected JSON' });
    return z.NEVER;
  }
};

export const ticketingShape = {
  /** Limits of holds for tenants without settings of their own, as JSON; `{"seatsPerNetwork":0}` means no limit. */
  HOLD_LIMITS: z.string().default('{}').transform(json).pipe(holdLimits),
  /**
   * How many buyers a performance admits and when this process counts as full, as JSON: `{"buyers":400}`. A performance
   * may have its own number of buyers.
   */
  WAITING_ROOM: z.string().default('{}').transform(json).pipe(waitingRoomLimits),
  /** Name servers that prove host names of theatres, as `address:port` between commas; default: those of the machine. */
  DNS_SERVERS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean)),
} satisfies ConfigShape;
