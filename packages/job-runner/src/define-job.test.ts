import { z } from 'zod';
import { backOff, DEFAULT_RETRIES, defineJob } from './define-job';
import { defineSchedule } from './define-schedule';

const run = async () => undefined;
const payload = z.object({});
const label = { fr: 'Actualiser', en: 'Refresh' };

test.each(['refresh', 'crm.', 'Crm.refresh', 'crm.refresh loyalties', `crm.${'x'.repeat(80)}`, 'a.b.c'])(
  'a job cannot be named %s',
  (name) => expect(() => defineJob({ name, label, payload, run })).toThrow('is not a name'),
);
test.each([
  { retries: { attempts: 0 } },
  { retries: { attempts: 1.5 } },
  { retries: { firstMs: -1 } },
  { retries: { firstMs: 10, longestMs: 5 } },
  { perTenant: 0 },
  { perTenant: 1.5 },
])('a job cannot have %j', (options) =>
  expect(() => defineJob({ name: 'crm.refresh', label, payload, run, ...options })).toThrow('make'),
);
test.each([
  [{ cron: '0 0 * *' }, /./],
  [{ cron: '0 0 30 2 *' }, /never due/],
  [{ zone: { fixed: 'Mars/Olympus' } }, /has the zone/],
  [{ name: 'refresh' }, /is not a name/],
  [{ label: { fr: 'Actualiser', en: ' ' } }, /has no label/],
])('a schedule cannot have %j', (options, message) =>
  expect(() =>
    defineSchedule({
      name: 'crm.refresh',
      label,
      cron: '0 0 * * *',
      zone: { fixed: 'UTC' },
      run,
      ...options,
    }),
  ).toThrow(message),
);

test('the pause doubles up to its limit, a quarter more or less', () => {
  const pauses = (random: number) =>
    [1, 2, 3, 20].map((attempts) => backOff(attempts, DEFAULT_RETRIES, () => random));
  expect(pauses(0.5)).toEqual([5_000, 10_000, 20_000, 3_600_000]);
  expect(pauses(0)[0]).toBe(3_750);
  expect(pauses(1)[3]).toBe(4_500_000);
});
