import { PERIODS, type FieldSpec, type Period } from '@coulisse/resource';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';
import { periodCondition } from '../src/lists/period';

jest.setTimeout(60_000);

let database: SampleDatabase;
const ZONES = ['Europe/Paris', 'America/Martinique', 'Pacific/Kiritimati', 'Asia/Kolkata'];
beforeAll(async () => {
  database = await sampleDatabase();
});
afterAll(() => database.drop());

/** First instant of a period and first one after it, computed without the database. */
function boundsOf(period: Period, now: DateTime): [from: DateTime, to: DateTime] {
  const days = (from: number, count: number): [DateTime, DateTime] => {
    const first = now.startOf('day').plus({ days: from });
    return [first, first.plus({ days: count })];
  };
  if (period === 'last30') return days(-29, 30);
  if (period === 'next30') return days(0, 30);
  const nearby = { today: 0, yesterday: -1, tomorrow: 1 }[period as string];
  if (nearby !== undefined) return days(nearby, 1);
  const [, which = '', word = ''] = /^(this|last|next)(\w+)$/.exec(period) ?? [];
  const unit = word.toLowerCase() as 'week' | 'month' | 'quarter' | 'year';
  const start = now.startOf(unit).plus({ [`${unit}s`]: { this: 0, last: -1, next: 1 }[which] ?? 0 });
  return [start.startOf(unit), start.plus({ [`${unit}s`]: 1 }).startOf(unit)];
}
const spec = (kind: 'date' | 'datetime') => ({ kind }) as FieldSpec;

const inZone = (zone: string, text: string, values: readonly unknown[]) =>
  database.db.inPlatform('test', async ({ sql }) => {
    await sql.query(`SELECT set_config('app.zone', $1, true)`, [zone]);
    return (await sql.query<{ inside: boolean }>(text, values)).rows;
  });

test('periods follow the local time of the zone on any day and hour', async () => {
  const moments = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2036-01-01'), noInvalidDate: true })
    // Also around clock changes.
    .chain((date) =>
      fc.constantFrom(date, new Date('2026-03-28T23:30:00Z'), new Date('2026-10-25T00:30:00Z'), date),
    );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PERIODS),
      moments,
      fc.constantFrom(...ZONES),
      async (period, moment, zone) => {
        const now = DateTime.fromJSDate(moment, { zone });
        const [from, to] = boundsOf(period, now);
        const instants = [from.minus(1), from, to.minus(1), to].map((instant) =>
          instant.toJSDate().toISOString(),
        );
        const days = [from.minus({ days: 1 }), from, to.minus({ days: 1 }), to].map((day) => day.toISODate());
        const rows = await inZone(
          zone,
          `SELECT ${periodCondition('i.one', spec('datetime'), period, '$3::timestamptz')} AS inside FROM unnest($1::timestamptz[]) WITH ORDINALITY AS i(one, n)
         UNION ALL SELECT ${periodCondition('d.one', spec('date'), period, '$3::timestamptz')} FROM unnest($2::date[]) WITH ORDINALITY AS d(one, n)`,
          [instants, days, moment.toISOString()],
        );
        expect(rows.map(({ inside }) => inside)).toEqual([
          false,
          true,
          true,
          false,
          false,
          true,
          true,
          false,
        ]);
      },
    ),
    { numRuns: 200 },
  );
});
