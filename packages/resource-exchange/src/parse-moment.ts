const DAY = String.raw`(?:(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})|(\d{4})[/.-](\d{1,2})[/.-](\d{1,2}))`;
const CLOCK = String.raw`(\d{1,2})\s*[:hH]\s*(\d{2})?(?:[:m](\d{2})(?:[.,](\d{1,3}))?)?`;
const OFFSET = String.raw`(Z|[+-]\d{2}:?\d{2})`;
const DATE = new RegExp(`^${DAY}(?:[T ]+0{1,2}[:h]00(?::00(?:[.,]0+)?)?)?$`);
const MOMENT = new RegExp(`^${DAY}(?:[T ]+(?:à )?${CLOCK}(?:\\s*${OFFSET})?)?$`, 'i');
const TIME = new RegExp(`^${CLOCK}$`);
/** Years of two digits: 26 is 2026, 70 is 1970. */
const PIVOT = 70;

const two = (value: string | number) => String(value).padStart(2, '0');

/** `YYYY-MM-DD` from the parts of a date, or null if it does not exist. */
function dayOf(parts: readonly (string | undefined)[]): string | null {
  const [date, month, year, isoYear, isoMonth, isoDate] = parts;
  const short = year?.length === 2 ? (Number(year) < PIVOT ? 2000 : 1900) : 0;
  const numbers = [
    Number(isoYear ?? year ?? 0) + short,
    Number(isoMonth ?? month),
    Number(isoDate ?? date),
  ] as const;
  const text = `${String(numbers[0]).padStart(4, '0')}-${two(numbers[1])}-${two(numbers[2])}`;
  const moment = new Date(`${text}T00:00:00Z`);
  // `Date` turns 31 June into 1 July.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : null;
}

/** `HH:MM:SS.mmm` from the parts of a time, or null if it does not exist. */
function clockOf([hours = '0', minutes = '0', seconds = '0', fraction = '']: readonly (
  string | undefined
)[]): string | null {
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${fraction.padEnd(3, '0')}`;
}

/** Parses a date, day before month: `31/12/2026`, `31.12.26`, `2026-12-31` → `2026-12-31`. */
export function parseDay(text: string): string | null {
  const parts = DATE.exec(text.trim());
  return parts && dayOf(parts.slice(1, 7));
}

/** Parses a local date and time with an optional UTC offset; a date alone means midnight. */
export function parseMoment(text: string): { local: string; offset: string | null } | null {
  const parts = MOMENT.exec(text.trim());
  const day = parts && dayOf(parts.slice(1, 7));
  const clock = parts && clockOf(parts.slice(7, 11));
  if (!day || !clock) return null;
  const offset = parts[11]?.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') ?? null;
  return { local: `${day}T${clock}`, offset };
}

/** Parses a time of day: `9h05`, `09:05`, `20 h` → `HH:MM`; seconds other than zero are rejected. */
export function parseTime(text: string): string | null {
  const parts = TIME.exec(text.trim());
  const clock = parts && clockOf(parts.slice(1));
  return clock?.endsWith(':00.000') ? clock.slice(0, 5) : null;
}

/** A duration in whole minutes: `1:30`, `1 h 30`, `90`, `90 min`, `26:00`. */
export function parseMinutes(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,5})\s*(?::|h)\s*([0-5]?\d)?\s*(?:min)?$/i.exec(text.trim()) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes ?? 0);
  const [, plain] = /^(\d{1,7})\s*(?:min|mn|minutes?)?$/i.exec(text.trim()) ?? [];
  return plain === undefined ? null : Number(plain);
}
