import { z } from 'zod';
import { LIMITS, type ClassLimits, type Limits, type RouteClass } from './classes';
import type { Rate } from './windows';

const rate = z.strictObject({ points: z.int().min(1), seconds: z.int().min(1).max(86_400) });
const most = z.int().min(1);
const caps = z.strictObject({ total: most, network: most, strangers: most, session: most });
const names = Object.keys(LIMITS.classes) as [RouteClass, ...RouteClass[]];

const overrides = z.strictObject({
  /** Multiplies every number that is not set below. */
  scale: z.number().positive().max(1_000_000).default(1),
  classes: z
    .partialRecord(
      z.enum(names),
      z.strictObject({ network: rate.optional(), strangers: rate.optional(), caller: rate.optional() }),
    )
    .default({}),
  streams: caps.partial().default({}),
  sessions: rate.optional(),
});

/** The default limits, with the overrides of the installation. */
export function limitsOf({ scale, classes, streams, sessions }: z.output<typeof overrides>): Limits {
  const scaled = (points: number): number => Math.max(1, Math.ceil(points * scale));
  const scaledRate = (limit: Rate): Rate => ({ ...limit, points: scaled(limit.points) });
  const { total, network, strangers, session } = LIMITS.streams;
  const classLimits = names.map((name): [RouteClass, ClassLimits] => {
    const usual = LIMITS.classes[name];
    return [
      name,
      {
        ...(usual.network && { network: scaledRate(usual.network) }),
        ...(usual.strangers && { strangers: scaledRate(usual.strangers) }),
        ...(usual.caller && { caller: scaledRate(usual.caller) }),
        ...classes[name],
      },
    ];
  });
  return {
    classes: Object.fromEntries(classLimits) as Record<RouteClass, ClassLimits>,
    streams: {
      total: scaled(total),
      network: scaled(network),
      strangers: scaled(strangers),
      session: scaled(session),
      ...streams,
    },
    sessions: sessions ?? scaledRate(LIMITS.sessions),
  };
}

const json = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'expected JSON' });
    return z.NEVER;
  }
};

/** `LIMITS` of the environment: `{}`, `{"scale":10}`, `{"classes":{"hold":{"network":{"points":20,"seconds":60}}}}`. */
export const limitsShape = z.string().default('{}').transform(json).pipe(overrides).transform(limitsOf);
