import type { ConfigShape } from '@coulisse/service-kit';
import { z } from 'zod';
import { HOLD_LIMITS } from './features/holds/hold.domain';

const boundedInt = (max: number, usual: number, min = 1) => z.int().min(min).max(max).default(usual);

const holdLimits = z.strictObject({
  seatsPerCart: boundedInt(100, HOLD_LIMITS.seatsPerCart),
  seatsPerNetwork: boundedInt(2000, HOLD_LIMITS.seatsPerNetwork, 0),
  sharePerNetwork: boundedInt(100, HOLD_LIMITS.sharePerNetwork),
  cartsPerNetwork: boundedInt(500, HOLD_LIMITS.cartsPerNetwork),
  restMinutes: boundedInt(240, HOLD_LIMITS.restMinutes, 0),
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
} satisfies ConfigShape;
