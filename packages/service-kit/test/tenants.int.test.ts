import { randomUUID } from 'node:crypto';
import { DEFAULT_TIME_ZONE, localDate, type identityV1 } from '@coulisse/contracts';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';
import { eventually } from '@coulisse/test-kit';
import pino from 'pino';
import { systemActor } from '../src';
import { LOCAL_TODAY, LOCAL_ZONE, ServiceDatabase } from '../src/database';
import { TenantDirectory, TenantZones } from '../src/tenants/tenant-directory';

jest.setTimeout(60_000);

const log = pino({ level: 'silent' });
let database: SampleDatabase;
beforeAll(async () => {
  database = await sampleDatabase();
});
afterAll(() => database?.drop());
beforeEach(() => database.asSuperuser('DELETE FROM kit.tenant'));

const tenant = (timeZone: string, archived = false): identityV1.TenantParameters => ({
  tenantId: randomUUID(),
  timeZone,
  archived,
});
/** Identity: pages of two. */
const pages =
  (tenants: readonly identityV1.TenantParameters[]) =>
  async (after: string): Promise<identityV1.TenantParameters[]> =>
    tenants
      .filter(({ tenantId }) => tenantId > after)
      .sort((a, b) => (a.tenantId < b.tenantId ? -1 : 1))
      .slice(0, 2);
const stored = () =>
  database.asSuperuser<{ tenant_id: string; zone: string; archived: boolean }>(
    'SELECT tenant_id, zone, archived FROM kit.tenant ORDER BY tenant_id',
  );

test('a process knows the zones of identity’s list, and of the stored copy when identity does not respond', async () => {
  const all = [tenant('America/Martinique'), tenant('Europe/Paris', true), tenant('Indian/Reunion')];
  const zones = new TenantZones();
  const first = new TenantDirectory(zones, { db: database.db, log, list: pages(all) });
  first.start();
  await eventually(async () => expect(await stored()).toHaveLength(3));
  await first.stop();
  for (const { tenantId, timeZone } of all) expect(zones.of(tenantId)).toBe(timeZone);
  expect((await stored()).filter(({ archived }) => archived).map(({ zone }) => zone)).toEqual([
    'Europe/Paris',
  ]);

  const restarted = new TenantZones();
  const second = new TenantDirectory(restarted, {
    db: database.db,
    log,
    list: () => Promise.reject(new Error('identity is down')),
  });
  await second.load();
  expect(restarted.of(all[0]!.tenantId)).toBe('America/Martinique');
  expect(restarted.of(randomUUID())).toBeUndefined();
});

test('a changed zone is read when the directory is woken; an unknown one is not stored', async () => {
  const theatre = tenant('Europe/Paris');
  const zones = new TenantZones();
  const directory = new TenantDirectory(zones, { db: database.db, log, list: pages([theatre]) });
  directory.start();
  await eventually(() => expect(zones.of(theatre.tenantId)).toBe('Europe/Paris'));
  theatre.timeZone = 'Pacific/Noumea';
  directory.wake();
  await eventually(() => expect(zones.of(theatre.tenantId)).toBe('Pacific/Noumea'));
  theatre.timeZone = 'Mars/Olympus';
  directory.wake();
  await new Promise((resolve) => setTimeout(resolve, 200));
  await directory.stop();
  expect(await stored()).toMatchObject([{ zone: 'Pacific/Noumea' }]);
});

test('two tenants have different dates at the same instant, in SQL and in the transaction', async () => {
  const [martinique, reunion] = [randomUUID(), randomUUID()];
  const zones = new Map<string, string>([
    [martinique, 'America/Martinique'],
    [reunion, 'Indian/Reunion'],
  ]);
  const db = new ServiceDatabase({
    ...database.urls,
    applicationName: 'sample',
    poolSize: 1,
    log,
    published: new Set(),
    zoneOf: (tenantId) => zones.get(tenantId),
  });
  try {
    const at = '2026-11-23T02:30:00Z';
    const datesOf = (tenantId: string) =>
      db.inTenant(systemActor(tenantId, 'test'), async ({ sql, zone }) => {
        const { rows } = await sql.query<{ local: string; today: string }>(
          `SELECT ($1::timestamptz AT TIME ZONE ${LOCAL_ZONE})::date::text AS local, (${LOCAL_TODAY})::text AS today`,
          [at],
        );
        return { zone, ...rows[0]! };
      });
    expect(await datesOf(martinique)).toMatchObject({ zone: 'America/Martinique', local: '2026-11-22' });
    expect(await datesOf(reunion)).toMatchObject({ zone: 'Indian/Reunion', local: '2026-11-23' });
    // Without a zone of its own; on the same connection as before.
    const other = await datesOf(randomUUID());
    expect(other).toMatchObject({ zone: 'Europe/Paris', local: '2026-11-23' });
    expect(other.today).toBe(
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date()),
    );
  } finally {
    await db.close();
  }
});

test('the platform scope has the date of the default zone', async () => {
  const { rows } = await database.db.inPlatform('test', ({ sql }) =>
    sql.query(`SELECT ${LOCAL_ZONE} AS zone, (${LOCAL_TODAY})::text AS today`),
  );
  expect(rows).toEqual([{ zone: DEFAULT_TIME_ZONE, today: localDate(new Date(), DEFAULT_TIME_ZONE) }]);
});

test('a tenant sees its own row only', async () => {
  const [own, other] = [tenant('Europe/Paris'), tenant('Europe/Paris')];
  const directory = new TenantDirectory(new TenantZones(), {
    db: database.db,
    log,
    list: pages([own, other]),
  });
  directory.start();
  await eventually(async () => expect(await stored()).toHaveLength(2));
  await directory.stop();
  const { rows } = await database.db.inTenant(systemActor(own.tenantId, 'test'), ({ sql }) =>
    sql.query('SELECT tenant_id FROM kit.tenant'),
  );
  expect(rows).toEqual([{ tenant_id: own.tenantId }]);
});
