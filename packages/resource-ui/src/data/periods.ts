import type { Period } from '@coulisse/resource';

/** Periods as they are offered; the type holds us to all that the API knows. */
const NAMES: Record<Period, true> = {
  today: true,
  yesterday: true,
  tomorrow: true,
  thisWeek: true,
  lastWeek: true,
  nextWeek: true,
  thisMonth: true,
  lastMonth: true,
  nextMonth: true,
  thisQuarter: true,
  lastQuarter: true,
  last30: true,
  next30: true,
  thisYear: true,
  lastYear: true,
};
export const PERIODS = Object.keys(NAMES) as Period[];
