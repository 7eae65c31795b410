/** Periods relative to today: a saved view of « this month » means the month in which it is opened. */
export const PERIODS = [
  'today',
  'yesterday',
  'tomorrow',
  'thisWeek',
  'lastWeek',
  'nextWeek',
  'thisMonth',
  'lastMonth',
  'nextMonth',
  'thisQuarter',
  'lastQuarter',
  'last30',
  'next30',
  'thisYear',
  'lastYear',
] as const;
export type Period = (typeof PERIODS)[number];
