let zone: string | undefined;
let format: Intl.DateTimeFormat;
/** In the zone that is set, or the browser's. */
const partsFormat = (): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', {
    ...(zone ? { timeZone: zone } : {}),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });

/** Sets the zone in which instants are shown and entered: the tenant's, from the session. Until then, the browser's. */
export const setTimeZone = (name: string | undefined): void => {
  zone = name;
  format = partsFormat();
};
export const currentTimeZone = (): string | undefined => zone;
format = partsFormat();

/** The local time of an instant: `2026-12-12T20:30:00.000`; empty for an invalid date. */
export const wallClock = (instant: Date): string => {
  if (Number.isNaN(instant.getTime())) return '';
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  return `${day}T${part('hour')}:${part('minute')}:${part('second')}.${part('fractionalSecond')}`;
};

/** The local date of an instant, `YYYY-MM-DD`. */
export const localDay = (instant: Date): string => wallClock(instant).slice(0, 10);

/** Milliseconds ahead of UTC. */
const offsetAt = (ms: number): number => Date.parse(`${wallClock(new Date(ms))}Z`) - ms;

/**
 * The instant of a local time, `2026-12-12T20:30:00.000`; invalid for one that is not a time. One that occurs twice is the
 * first; one that the clocks skip is as much later as they skip.
 */
export const instantOf = (local: string): Date => {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return new Date(Number.NaN);
  // The offset of a day before and after: the clocks change at most once between.
  const [before, after] = [offsetAt(asUtc - 86_400_000), offsetAt(asUtc + 86_400_000)];
  const candidates = [asUtc - before, asUtc - after].filter((ms) => ms + offsetAt(ms) === asUtc);
  return new Date(candidates.length > 0 ? Math.min(...candidates) : asUtc - before);
};
