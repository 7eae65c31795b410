import { instantOf, wallClock } from '../format/zone';

/** The widget shows local dates of the browser: they get the day and the time of the tenant's zone. */
export const toDate = (value: string, withTime = false): Date => {
  if (withTime) return new Date(wallClock(new Date(value)));
  const [year = 1970, month = 1, day = 1] = value.split('-').map(Number);
  return new Date(year, month - 1, day);
};

export const fromDate = (date: Date, withTime = false): string => {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  if (!withTime) return day;
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  const local = `${day}T${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
  return instantOf(local).toISOString();
};
