import type { ConfigShape } from '@coulisse/service-kit';
import { z } from 'zod';
import { HOLD_LIMITS } from './features/holds/hold.domain';

const whole = (max: number, usual: number, min = 1) => z.int().min(min).max(max).default(usual);

const holdLimits = z.strictObject({
  seatsPerCart: whole(100, HOLD_LIMITS.seatsPerCart),
  seatsPerNetwork: whole(2000, HOLD_LIMITS.seatsPerNetwork, 0),
  sharePerNetwork: whole(100, HOLD_LIMITS.sharePerNetwork),
  cartsPerNetwork: whole(500, HOLD_LIMITS.cartsPerNetwork),
  restMinutes: whole(240, HOLD_LIMITS.restMinutes, 0),
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
  /** What a theatre that has no settings of its own lets its buyers hold, as JSON; `{"seatsPerNetwork":0}` is no limit. */
  HOLD_LIMITS: z.string().default('{}').transform(json).pipe(holdLimits),
} satisfies ConfigShape;
