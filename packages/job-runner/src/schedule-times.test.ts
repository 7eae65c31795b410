import { scheduleTimes } from './schedule-times';

const times = (cron: string, zone: string, after: string, count: number) => {
  const found: string[] = [];
  const planned = scheduleTimes(cron, zone);
  for (let at = planned.next(new Date(after)); found.length < count; at = planned.next(at))
    found.push(at.toISOString());
  return found;
};

describe('planned times', () => {
  test('a local time that the clocks skip is planned once, at the end of the gap', () => {
    expect(times('30 2 * * *', 'Europe/Paris', '2026-03-27T12:00:00Z', 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });
  test('a local time that occurs twice is planned once, at its first occurrence', () => {
    expect(times('30 2 * * *', 'Europe/Paris', '2026-10-23T12:00:00Z', 3)).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });
  test('an expression that names every hour is planned in each hour that passes', () => {
    expect(times('0 * * * *', 'Europe/Paris', '2026-03-29T00:00:00Z', 3)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T02:00:00.000Z',
      '2026-03-29T03:00:00.000Z',
    ]);
  });
  test('midnight is that of the zone, also where it does not exist', () => {
    expect(times('0 0 * * *', 'America/Martinique', '2026-11-23T00:00:00Z', 1)).toEqual([
      '2026-11-23T04:00:00.000Z',
    ]);
    // The clocks of Havana go from 23:59:59 to 01:00.
    expect(times('0 0 * * *', 'America/Havana', '2026-03-07T12:00:00Z', 1)).toEqual([
      '2026-03-08T05:00:00.000Z',
    ]);
  });
});

describe('due times', () => {
  const due = (cron: string, first: string, until: string) => {
    const { last, count } = scheduleTimes(cron, 'Europe/Paris').due(new Date(first), new Date(until));
    return [last.toISOString(), count];
  };
  test.each([
    ['5 0 * * *', '2026-11-20T23:05:00Z', '2026-11-20T23:05:00Z', '2026-11-20T23:05:00.000Z', 1],
    ['5 0 * * *', '2026-11-20T23:05:00Z', '2026-11-21T23:04:59Z', '2026-11-20T23:05:00.000Z', 1],
    ['5 0 * * *', '2026-11-20T23:05:00Z', '2026-11-23T10:00:00Z', '2026-11-22T23:05:00.000Z', 3],
    // The count ends at 100; the last time is right even after months.
    ['* * * * *', '2026-06-01T00:00:00Z', '2026-11-23T10:00:30Z', '2026-11-23T10:00:00.000Z', 100],
  ])('%s from %s until %s', (cron, first, until, last, count) => {
    expect(due(cron, first, until)).toEqual([last, count]);
  });
});

test.each([
  ['* * * *', 'Europe/Paris'],
  ['* * * * * *', 'Europe/Paris'],
  ['61 * * * *', 'Europe/Paris'],
  ['0 0 31 2 *', 'Europe/Paris'],
  ['tomorrow', 'Europe/Paris'],
  ['0 0 * * *', 'Mars/Olympus'],
])('%s in %s is refused', (cron, zone) => expect(() => scheduleTimes(cron, zone)).toThrow());
