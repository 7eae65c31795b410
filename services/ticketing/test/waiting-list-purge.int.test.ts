import { randomUUID } from 'node:crypto';
import { systemActor } from '@coulisse/service-kit';
import { purgeEntries } from '../src/features/waiting-list/purge-entries.schedule';
import { BoxOffice, type Theatre } from './support/box-office';

/** Names and addresses of waiting lists are not stored for ever. */
describe('old entries of waiting lists', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre();
  });
  afterAll(() => office.close());

  const enter = (state: string, { tenantId, performanceId } = theatre) =>
    office.database.asSuperuser(
      `INSERT INTO waiting_entry (id, tenant_id, customer_name, customer_email, first_name, last_name, performance_id, party_size,
         rank, joined_at, consent_at, state)
       VALUES ($1, $2, 'Durand Zoé', $3, 'Zoé', 'Durand', $4, 2, 1, now(), now(), $5)`,
      [randomUUID(), tenantId, `${randomUUID()}@zoe.test`, performanceId, state],
    );
  const states = async ({ performanceId } = theatre) =>
    (
      await office.database.asSuperuser<{ state: string }>(
        'SELECT state::text AS state FROM waiting_entry WHERE performance_id = $1 ORDER BY 1',
        [performanceId],
      )
    ).map(({ state }) => state);
  const played = (daysAgo: number, { performanceId } = theatre) =>
    office.database.asSuperuser('UPDATE performance SET date = current_date - $2::int WHERE id = $1', [
      performanceId,
      daysAgo,
    ]);
  const purge = () => {
    const actor = systemActor(theatre.tenantId, 'test');
    return office.service.ctx.db.inTenant(actor, purgeEntries);
  };
  const remove = async () => {
    const path = `/b/api/configuration/representations/${theatre.performanceId}`;
    const { body } = await office.staff<{ version: number }>(theatre.tenantId, 'GET', path);
    return office.staff<{ code?: string }>(theatre.tenantId, 'DELETE', path, undefined, {
      headers: { 'if-match': `"${body.version}"` },
    });
  };

  test('are deleted three months after the performance, those of the theatre only', async () => {
    const other = await office.theatre();
    for (const state of ['BOUGHT', 'EXPIRED', 'LEFT', 'REMOVED', 'ENDED', 'WAITING']) await enter(state);
    await enter('LEFT', other);
    await played(89);
    await played(200, other);
    expect(await purge()).toBe(0);
    await played(92);
    expect(await purge()).toBe(5);
    expect(await states()).toEqual(['WAITING']);
    expect(await states(other)).toEqual(['LEFT']);
    expect(await purge()).toBe(0);
  });

  test('do not prevent that their performance is deleted; who waits for it does', async () => {
    await enter('LEFT');
    await enter('WAITING');
    expect((await remove()).body.code).toBe('foreign-key.linked-data');
    expect(await states()).toEqual(['LEFT', 'WAITING']);
    await office.database.asSuperuser(`UPDATE waiting_entry SET state = 'ENDED' WHERE performance_id = $1`, [
      theatre.performanceId,
    ]);
    expect((await remove()).status).toBe(204);
    expect(await states()).toEqual([]);
  });
});
