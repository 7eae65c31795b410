import { DateTime, IANAZone } from 'luxon';

/** A local time, as `2026-03-29T02:30:00.000`. */
export interface WallClock {
  readonly local: string;
  /** `+01:00`, only for the hour that occurs twice when the clocks go back. */
  readonly offset: string | null;
}

const HOUR = 3_600_000;
const QUARTER = 900_000;
/** Maximum number of cached offsets of a zone. Without a cache, computing them takes most of the time of a long list. */
const MOST_QUARTERS = 20_000;

interface ZoneOffsets {
  readonly zone: IANAZone;
  readonly byQuarter: Map<number, number>;
}
const zones = new Map<string, ZoneOffsets>();
function offsetsOf(name: string): ZoneOffsets {
  const cached = zones.get(name);
  if (cached) return cached;
  const offsets = { zone: IANAZone.create(name), byQuarter: new Map<number, number>() };
  zones.set(name, offsets);
  return offsets;
}

/** Minutes ahead of UTC; they change at full quarters of an hour only. */
function offsetAt({ zone, byQuarter }: ZoneOffsets, ms: number): number {
  const quarter = Math.floor(ms / QUARTER);
  const cached = byQuarter.get(quarter);
  if (cached !== undefined) return cached;
  if (byQuarter.size >= MOST_QUARTERS) byQuarter.clear();
  const offset = zone.offset(quarter * QUARTER);
  byQuarter.set(quarter, offset);
  return offset;
}

/** The local time of an instant in a zone of the IANA database. */
export function wallClockOf(instant: string, zone: string): WallClock {
  const offsets = offsetsOf(zone);
  const ms = Date.parse(instant);
  const offset = offsetAt(offsets, ms);
  const isAmbiguous =
    offsetAt(offsets, ms + HOUR) === offset - 60 || offsetAt(offsets, ms - HOUR) === offset + 60;
  const local = new Date(ms + offset * 60_000).toISOString().slice(0, -1);
  return { local, offset: isAmbiguous ? offsets.zone.formatOffset(ms, 'short') : null };
}

/** The instant of a local time in a zone; null if a clock change skips it, or if it is invalid. */
export function instantOf({ local, offset }: WallClock, zone: string): string | null {
  const moment = offset ? DateTime.fromISO(`${local}${offset}`, { zone }) : DateTime.fromISO(local, { zone });
  if (!moment.isValid) return null;
  // Without an offset a skipped hour would silently become another one.
  if (!offset && moment.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS") !== local) return null;
  return moment.toUTC().toISO();
}
