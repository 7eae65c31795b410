import { DateTime, IANAZone } from 'luxon';

/** Instants are written as the wall clock of the theatres shows them. */
export const ZONE = 'Europe/Paris';

/** Parts of a moment on the wall clock, as `2026-03-29T02:30:00.000`. */
export interface WallClock {
  readonly local: string;
  /** `+01:00`, for the hour that comes twice when the clocks go back. */
  readonly offset: string | null;
}

const HOUR = 3_600_000;
const paris = IANAZone.create(ZONE);
/** Hours whose offset is remembered: asking the calendar for each instant of a long list takes longer than all the rest. */
const MOST_HOURS = 20_000;
const offsets = new Map<number, number>();

/** Minutes ahead of UTC; they change at full hours only. */
function offsetAt(ms: number): number {
  const hour = Math.floor(ms / HOUR);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  if (offsets.size >= MOST_HOURS) offsets.clear();
  const offset = paris.offset(hour * HOUR);
  offsets.set(hour, offset);
  return offset;
}

export function wallClockOf(instant: string): WallClock {
  const ms = Date.parse(instant);
  const offset = offsetAt(ms);
  const twice = offsetAt(ms + HOUR) === offset - 60 || offsetAt(ms - HOUR) === offset + 60;
  const local = new Date(ms + offset * 60_000).toISOString().slice(0, -1);
  return { local, offset: twice ? paris.formatOffset(ms, 'short') : null };
}

/** The instant of a wall-clock time; null for one that the clocks skip, or that is no time at all. */
export function instantOf({ local, offset }: WallClock): string | null {
  const moment = offset
    ? DateTime.fromISO(`${local}${offset}`, { zone: ZONE })
    : DateTime.fromISO(local, { zone: ZONE });
  if (!moment.isValid) return null;
  // Without an offset a skipped hour would silently become another one.
  if (!offset && moment.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS") !== local) return null;
  return moment.toUTC().toISO();
}

/** The day at the theatres, `YYYY-MM-DD`. */
export const today = (now: Date = new Date()): string =>
  DateTime.fromJSDate(now, { zone: ZONE }).toFormat('yyyy-MM-dd');
