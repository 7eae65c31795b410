/** Public holidays of metropolitan France (Code du travail, art. L3133-1). */
export const HOLIDAYS = [
  'new-year',
  'easter-monday',
  'labour-day',
  'victory-day',
  'ascension',
  'whit-monday',
  'national-day',
  'assumption',
  'all-saints',
  'armistice',
  'christmas',
] as const;
export type Holiday = (typeof HOLIDAYS)[number];

const DAY_MS = 86_400_000;
const dateOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** Easter Sunday of a year of the Gregorian calendar (Meeus, Astronomical Algorithms, ch. 8). */
function easterOf(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1);
}

/** The holidays of a year by local date, `YYYY-MM-DD`. When two fall on one day, the later of the list names it. */
export function holidaysOf(year: number): ReadonlyMap<string, Holiday> {
  const easter = easterOf(year);
  const after = (days: number) => new Date(easter + days * DAY_MS).toISOString().slice(0, 10);
  return new Map<string, Holiday>([
    [dateOf(year, 1, 1), 'new-year'],
    [after(1), 'easter-monday'],
    [dateOf(year, 5, 1), 'labour-day'],
    [dateOf(year, 5, 8), 'victory-day'],
    [after(39), 'ascension'],
    [after(50), 'whit-monday'],
    [dateOf(year, 7, 14), 'national-day'],
    [dateOf(year, 8, 15), 'assumption'],
    [dateOf(year, 11, 1), 'all-saints'],
    [dateOf(year, 11, 11), 'armistice'],
    [dateOf(year, 12, 25), 'christmas'],
  ]);
}

/** The holiday on a local date, `YYYY-MM-DD`. */
export const holidayOn = (day: string): Holiday | undefined => holidaysOf(Number(day.slice(0, 4))).get(day);
