import { type Language, locale } from './language';
import { currentTimeZone, localDay } from './zone';

export type DateStyle = 'numeric' | 'short' | 'medium' | 'long' | 'time' | 'short-time' | 'numeric-time';

const OPTIONS: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  numeric: { day: '2-digit', month: '2-digit', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  medium: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  'short-time': { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  'numeric-time': { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
};

const LOCAL_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A local date ('2026-12-12') is the same day in every zone; an instant is shown in `timeZone`, or the tenant's. */
export const formatDate = (
  value: string | Date,
  language: Language = 'fr',
  style: DateStyle = 'numeric',
  timeZone?: string,
): string => {
  const local = typeof value === 'string' && LOCAL_DATE.test(value);
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return String(value);
  const zone = local ? 'UTC' : (timeZone ?? currentTimeZone());
  const parts = { ...OPTIONS[style], ...(zone ? { timeZone: zone } : {}) };
  // The style of the product is `sam. 12 déc. 20:30`: no comma, no "à".
  return new Intl.DateTimeFormat(locale(language), parts).format(date).replace(/,? à |, /g, ' ');
};

/** '20:30:00' → '20:30'. */
export const formatTime = (value: string): string => value.slice(0, 5);

const DAY = 86_400_000;

/** Date format of timelines: today and yesterday by name, dates of this year without the year. */
export const formatMoment = (value: string | Date, language: Language = 'fr', now = new Date()): string => {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return String(value);
  const [today, day] = [localDay(now), localDay(date)];
  const days = (Date.parse(today) - Date.parse(day)) / DAY;
  const time = formatDate(date, language, 'time');
  if (days === 0 || days === 1) {
    const word = new Intl.RelativeTimeFormat(locale(language), { numeric: 'auto' }).format(-days, 'day');
    return `${word} ${time}`;
  }
  const sameYear = day.slice(0, 4) === today.slice(0, 4);
  return new Intl.DateTimeFormat(locale(language), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(new Date(day));
};

/** 702 → '11:42'. */
export const formatDuration = (seconds: number): string => {
  const totalSeconds = Math.max(0, Math.floor(seconds));
  const rest = String(totalSeconds % 60).padStart(2, '0');
  const minutes = Math.floor(totalSeconds / 60);
  return minutes >= 60
    ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`
    : `${minutes}:${rest}`;
};

/** 90 → '1 h 30', 45 → '45 min', 120 → '2 h': a duration in hours and minutes. */
export const formatMinutes = (minutes: number): string => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const sign = minutes < 0 ? '-' : '';
  if (hours === 0) return `${sign}${rest}\u00a0min`;
  return `${sign}${hours}\u00a0h${rest ? `\u00a0${String(rest).padStart(2, '0')}` : ''}`;
};
