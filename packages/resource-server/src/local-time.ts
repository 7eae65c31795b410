import { DateTime, IANAZone } from 'luxon';

/** Time zone in which instants are written. */
export const ZONE = 'Europe/Paris';

/** A local time, as `2026-03-29T02:30:00.000`. */
export interface WallClock {
  readonly local: string;
  /** `+01:00`, only for the hour that occurs twice when the clocks go back. */
  readonly offset: string | null;
}

const HOUR = 3_600_000;
const paris = IANAZone.create(ZONE);
/** Maximum number of cached offsets. Without a cache, computing them takes most of the time of a long list. */
const MOST_HOURS = 20_000;
const offsets = new Map<number, number>();

/** Minutes ahead of UTC; they change at full hours only. */
function offsetAt(ms: number): number {
  const hour = Math.floor(ms / HOUR);
  const cached = offsets.get(hour);
  if (cached !== undefined) return cached;
  if (offsets.size >= MOST_HOURS) offsets.clear();
  const offset = paris.offset(hour * HOUR);
  offsets.set(hour, offset);
  return offset;
}

export function wallClockOf(instant: string): WallClock {
  const ms = Date.parse(instant);
  const offset = offsetAt(ms);
  const isAmbiguous = offsetAt(ms + HOUR) === offset - 60 || offsetAt(ms - HOUR) === offset + 60;
  const local = new Date(ms + offset * 60_000).toISOString().slice(0, -1);
  return { local, offset: isAmbiguous ? paris.formatOffset(ms, 'short') : null };
}

/** The instant of a local time; null if a clock change skips it, or if it is invalid. */
export function instantOf({ local, offset }: WallClock): string | null {
  const moment = offset
    ? DateTime.fromISO(`${local}${offset}`, { zone: ZONE })
    : DateTime.fromISO(local, { zone: ZONE });
  if (!moment.isValid) return null;
  // Without an offset a skipped hour would silently become another one.
  if (!offset && moment.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS") !== local) return null;
  return moment.toUTC().toISO();
}

/** The current date in `ZONE`, `YYYY-MM-DD`. */
export const today = (now: Date = new Date()): string =>
  DateTime.fromJSDate(now, { zone: ZONE }).toFormat('yyyy-MM-dd');
