const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Until when seats are proposed to be held: for a day, but not past the beginning of what they are for. */
export function proposedDeadline(startsAt: string | undefined, now = Date.now()): string {
  const start = startsAt ? Date.parse(startsAt) : 0;
  const at = start > now ? Math.min(start, now + DAY_MS) : now + DAY_MS;
  return new Date(at - (at % MINUTE_MS)).toISOString();
}

/** Whether a deadline lies after the beginning of a performance to come: its seats are of no use any more. */
export function isAfterStart(deadline: string, startsAt: string | undefined, now = Date.now()): boolean {
  const start = startsAt ? Date.parse(startsAt) : 0;
  return start > now && Date.parse(deadline) > start;
}
