import { formatMinutes, type Language, locale } from '@coulisse/ui-kit/format';
import type { JobState, WorkError } from './job';

export interface ScheduleRun {
  tenantId: string | null;
  plannedAt: string;
  at: string;
  missed: number;
  isSkipped: boolean;
  /** Of its job; null when it was skipped, or ended well long ago. */
  state: JobState | null;
  startedAt: string | null;
  finishedAt: string | null;
  error: WorkError | null;
}

/** A schedule of any service, as the gateway lists it. */
export interface Schedule {
  service: string;
  name: string;
  label: string;
  cron: string;
  /** Null where each tenant has its own. */
  zone: string | null;
  /** Null for one that runs for all tenants at once. */
  tenants: number | null;
  nextAt: string;
  last: ScheduleRun | null;
  irregular: ScheduleRun[];
  irregularCount: number;
}

export interface Schedules {
  items: Schedule[];
  unavailable: string[];
}

/** A text key and its values. */
export interface Words {
  key: string;
  values: Record<string, string | number>;
}

const CLOCK = /^(\d{1,2}) (\d{1,2}) (\d{1,2}|\*) \* ([0-7]|\*)$/;
/** A Sunday: the days of the week are counted from there. */
const SUNDAY = Date.UTC(2026, 1, 1);

/** How often a cron expression is due, in words; null for one that they would not fit. */
export function cadence(cron: string, language: Language): Words | null {
  if (cron === '* * * * *') return { key: 'schedule.every-minutes', values: { count: 1 } };
  const step = /^\*\/(\d{1,2}) \* \* \* \*$/.exec(cron)?.[1];
  if (step) return { key: 'schedule.every-minutes', values: { count: Number(step) } };
  const minuteOfHour = /^(\d{1,2}) \* \* \* \*$/.exec(cron)?.[1];
  if (minuteOfHour) return { key: 'schedule.hourly', values: { minute: minuteOfHour } };
  const clock = CLOCK.exec(cron);
  if (!clock) return null;
  const [, minute = '', hour = '', monthDay = '', weekDay = ''] = clock;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (monthDay === '*' && weekDay === '*') return { key: 'schedule.daily', values: { time } };
  if (monthDay === '*') return { key: 'schedule.weekly', values: { time, day: dayName(weekDay, language) } };
  return weekDay === '*' ? { key: 'schedule.monthly', values: { time, day: monthDay } } : null;
}

export const CRON_PARTS = ['minute', 'hour', 'month-day', 'month', 'week-day'] as const;
/** The parts of a cron expression that has no words, with what each of them is about. */
export const cronParts = (cron: string): { part: (typeof CRON_PARTS)[number]; value: string }[] => {
  const values = cron.trim().split(/\s+/);
  return CRON_PARTS.flatMap((part, index) => {
    const value = values[index];
    return value === undefined ? [] : [{ part, value }];
  });
};

const dayName = (weekDay: string, language: Language): string =>
  new Intl.DateTimeFormat(locale(language), { weekday: 'long', timeZone: 'UTC' }).format(
    SUNDAY + Number(weekDay) * 86_400_000,
  );

const SECONDS = 60;

/** How long a run took; null when it is not known. */
export function runTime(
  { startedAt, finishedAt }: Pick<ScheduleRun, 'startedAt' | 'finishedAt'>,
  language: Language,
): Words | null {
  if (startedAt === null || finishedAt === null) return null;
  const seconds = Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000);
  if (seconds < 1) return { key: 'schedule.took.moment', values: {} };
  const duration =
    seconds < SECONDS
      ? new Intl.NumberFormat(locale(language), { style: 'unit', unit: 'second' }).format(seconds)
      : formatMinutes(Math.round(seconds / SECONDS));
  return { key: 'schedule.took', values: { duration } };
}

/** What became of the run that makes up for missed ones; `ran` without a job: it ended well long ago. */
export const afterMissed = ({
  state,
}: Pick<ScheduleRun, 'state'>): 'ran' | 'running' | 'failed' | 'stopped' => {
  if (state === 'WAITING' || state === 'RUNNING') return 'running';
  if (state === 'FAILED') return 'failed';
  return state === 'CANCELLED' ? 'stopped' : 'ran';
};

/** A minute: the services look for what is due more often than that. */
const LATE_MS = 60_000;

/** Its time has passed, and nothing ran. */
export const isLate = ({ nextAt }: Pick<Schedule, 'nextAt'>, now = Date.now()): boolean =>
  Date.parse(nextAt) < now - LATE_MS;
