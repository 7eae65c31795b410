import { afterMissed, cadence, cronParts, isLate, runTime } from './schedule';

it.each([
  ['* * * * *', 'schedule.every-minutes', { count: 1 }],
  ['*/10 * * * *', 'schedule.every-minutes', { count: 10 }],
  ['7 * * * *', 'schedule.hourly', { minute: '7' }],
  ['5 0 * * *', 'schedule.daily', { time: '00:05' }],
  ['0 2 * * 1', 'schedule.weekly', { time: '02:00', day: 'lundi' }],
  ['0 2 * * 7', 'schedule.weekly', { time: '02:00', day: 'dimanche' }],
  ['30 6 1 * *', 'schedule.monthly', { time: '06:30', day: '1' }],
])('%s is due %s', (cron, key, values) => expect(cadence(cron, 'fr')).toEqual({ key, values }));

it.each(['0 2 1 * 1', '0 2 * 6 *', '0 8-18 * * *', '0 2 * * MON-FRI'])('%s has no words', (cron) =>
  expect(cadence(cron, 'fr')).toBeNull(),
);

it('an expression without words is explained by its parts', () =>
  expect(cronParts('0 8-18 * * MON-FRI')).toEqual([
    { part: 'minute', value: '0' },
    { part: 'hour', value: '8-18' },
    { part: 'month-day', value: '*' },
    { part: 'month', value: '*' },
    { part: 'week-day', value: 'MON-FRI' },
  ]));

const took = (ms: number) =>
  runTime({ startedAt: new Date(0).toISOString(), finishedAt: new Date(ms).toISOString() }, 'en');
it('says how long a run took', () => {
  expect(took(300)).toEqual({ key: 'schedule.took.moment', values: {} });
  expect(String(took(3_000)?.values['duration'])).toMatch(/^3\ssecs?$/);
  expect(String(took(125_000)?.values['duration'])).toMatch(/^2\smin$/);
  expect(runTime({ startedAt: new Date(0).toISOString(), finishedAt: null }, 'en')).toBeNull();
});

it.each([
  [null, 'ran'],
  ['DONE', 'ran'],
  ['WAITING', 'running'],
  ['RUNNING', 'running'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'stopped'],
] as const)('a missed run with a job in state %s %s', (state, outcome) =>
  expect(afterMissed({ state })).toBe(outcome),
);

it('is late a minute after its time', () => {
  const nextAt = '2026-11-24T02:00:00.000Z';
  expect(isLate({ nextAt }, Date.parse(nextAt) + 30_000)).toBe(false);
  expect(isLate({ nextAt }, Date.parse(nextAt) + 90_000)).toBe(true);
});
