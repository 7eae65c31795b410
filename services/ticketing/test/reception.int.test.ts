import { randomUUID } from 'node:crypto';
import { systemActor } from '@coulisse/service-kit';
import { eventually, sabotaged, withoutRowLocks } from '@coulisse/test-kit';
import type { Answer } from '../src/features/reception/admit.command';
import type { DoorList } from '../src/features/reception/door.read-model';
import { TicketKeys, type SignTicket } from '../src/features/ticket-codes/ticket-keys';
import { DataKeys, InstallationKeys } from '@coulisse/resource-server/encryption';
import { BoxOffice, type Theatre } from './support/box-office';
import { ADMITTED } from './support/defects';

const DOORS = 12;

/** Tickets at the doors: R-046. */
describe('admissions', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  const base = (performanceId = theatre.performanceId) =>
    `/b/api/prestiscene/reception/representations/${performanceId}`;
  const call = <B = Answer>(path: string, body?: unknown, rights?: string[], tenantId = theatre.tenantId) =>
    office.staff<B & { code?: string }>(
      tenantId,
      body === undefined ? 'GET' : 'POST',
      base() + path,
      body,
      rights ? { rights } : {},
    );
  const door = (name: string) => ({ device: randomUUID(), deviceName: name });
  const main = () => door('Main');
  const scan = (at: { device: string }, code: string, id = randomUUID()) =>
    call('/scans', { ...at, id, code });
  const batch = (at: { device: string }, entries: object[]) =>
    call<{ items: Answer[] }>('/scans/batch', { ...at, offline: true, entries });
  const arrived = async (id: string) =>
    (
      await office.database.asSuperuser<{ arrived_count: number }>(
        'SELECT arrived_count FROM reservation WHERE id = $1',
        [id],
      )
    )[0]?.arrived_count;

  let sign: SignTicket;
  /** A sold party with the codes of its tickets. */
  const party = async (places: number) => {
    const free = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    const { reservation } = await office.paidBuyer(
      theatre,
      free.slice(0, places).map(({ id }) => id),
    );
    await office.settled(theatre.performanceId);
    const tickets = await eventually(async () => {
      const rows = await office.database.asSuperuser<{ id: string; secret: string }>(
        'SELECT id, secret FROM ticket WHERE reservation_id = $1 AND code IS NOT NULL ORDER BY id',
        [reservation.id],
      );
      expect(rows).toHaveLength(places);
      return rows;
    });
    const { performanceId } = theatre;
    const codes = tickets.map(({ id }) => sign({ performanceId, ticketId: id }));
    return { id: reservation.id, tickets, codes };
  };

  beforeAll(async () => {
    office = await BoxOffice.open({ env: { DATABASE_POOL_SIZE: '16' } });
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ seatsPerRow: 10 });
    const { ctx } = office.service;
    const keys = new TicketKeys(new DataKeys(new InstallationKeys(ctx.config.ENCRYPTION_KEY!)));
    sign = await ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) => keys.signer(tx));
  });
  afterAll(() => office.close());

  test('a ticket lets one person in: green, then amber with the time and the door, and the same answer again', async () => {
    const { id, codes, tickets } = await party(3);
    const [first, second] = [door('Main'), door('Balcony')];
    const scanId = randomUUID();
    const green = await scan(first, codes[0]!, scanId);
    expect(green.body).toMatchObject({
      ...{ outcome: 'GREEN', reason: null, people: 1, seat: 'A-1' },
      party: { id, numberOfPlaces: 3, arrivedCount: 1, customerName: 'Camille Durand' },
    });
    expect((await scan(second, `${codes[0]!}\n`)).body).toMatchObject({
      ...{ outcome: 'AMBER', reason: 'ALREADY_IN', since: { device: 'Main' } },
    });
    expect((await scan(first, codes[0]!, scanId)).body).toMatchObject({ outcome: 'GREEN', people: 1 });
    expect(await arrived(id)).toBe(1);
    // Tickets that were printed before codes were signed, and people who are noted by hand.
    expect((await scan(first, tickets[1]!.secret)).body).toMatchObject({ outcome: 'GREEN' });
    const at = new Date().toISOString();
    const noted = await batch(first, [{ id: randomUUID(), at, reservation: id, people: 1 }]);
    expect(noted.body.items).toMatchObject([{ outcome: 'GREEN', party: { arrivedCount: 3 } }]);
    expect((await scan(second, codes[2]!)).body).toMatchObject({
      outcome: 'AMBER',
      reason: 'PARTY_COMPLETE',
    });
  });

  test('says why nobody may enter', async () => {
    const { id, codes, tickets } = await party(1);
    const other = await office.perform(theatre, { date: '2031-05-15' });
    const reason = async (code: string) => (await scan(main(), code)).body.reason;
    expect(await reason(sign({ performanceId: other, ticketId: tickets[0]!.id }))).toBe('OTHER_PERFORMANCE');
    expect(await reason(codes[0]!.slice(0, -4) + 'AAAA')).toBe('BAD_SIGNATURE');
    expect(await reason(sign({ ...theatre, ticketId: randomUUID() }))).toBe('UNKNOWN');
    expect(await reason('Durand')).toBe('UNREADABLE');
    await office.database.asSuperuser(`UPDATE ticket SET state = 'CANCELED' WHERE id = $1`, [tickets[0]!.id]);
    expect(await reason(codes[0]!)).toBe('REPLACED');
    await office.database.asSuperuser(`UPDATE reservation SET state = 'CANCELED' WHERE id = $1`, [id]);
    expect(await reason(codes[0]!)).toBe('CANCELED');
    expect(await arrived(id)).toBe(0);
  });

  test('knows nothing of another tenant, and needs rights', async () => {
    const { codes } = await party(1);
    const mine = theatre;
    const stranger = await office.theatre({ seatsPerRow: 2 });
    theatre = stranger;
    expect((await scan(main(), codes[0]!)).body).toMatchObject({ outcome: 'RED', reason: 'OTHER_TENANT' });
    theatre = { ...mine, tenantId: stranger.tenantId };
    expect((await call('/door')).status).toBe(404);
    theatre = mine;
    const body = { ...main(), id: randomUUID(), code: codes[0]! };
    expect((await call('/scans', body, ['ticketing.reception.read'])).status).toBe(403);
    expect((await call('/door', undefined, ['ticketing.show.read'])).status).toBe(403);
    expect((await call('/scans', { ...body, code: 7 })).status).toBe(422);
  });

  test(`of ${DOORS} doors that scan a ticket at once, one lets its holder in`, async () => {
    const { id, codes } = await party(2);
    const answers = await Promise.all(
      Array.from({ length: DOORS }, (_, index) => scan(door(`Entrance ${index}`), codes[0]!)),
    );
    const outcomes = answers.map(({ body }) => body.outcome).sort();
    expect(outcomes).toEqual([...Array.from({ length: DOORS - 1 }, () => 'AMBER'), 'GREEN']);
    expect(await arrived(id)).toBe(1);
  });

  test('(sabotaged) without locks, the second of two doors learns of the first by an index only', async () => {
    const { codes } = await party(1);
    const answers = await sabotaged(
      { defects: [withoutRowLocks], meet: 2, of: theatre.tenantId, after: ADMITTED },
      () => Promise.all(['Hall', 'Bar'].map((name) => scan(door(name), codes[0]!))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('after an outage the earlier scan counts, the other door is a conflict, and sending again changes nothing', async () => {
    const { id, codes } = await party(2);
    const [first, second] = [door('Main'), door('Balcony')];
    const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
    expect((await scan(second, codes[0]!)).body.outcome).toBe('GREEN');
    const entries = [
      { id: randomUUID(), at: at(5), code: codes[0]! },
      { id: randomUUID(), at: at(4), code: codes[1]! },
    ];
    for (let attempt = 0; attempt < 2; attempt++) {
      const { body } = await batch(first, entries);
      expect(body.items.map(({ outcome }) => outcome)).toEqual(['GREEN', 'GREEN']);
      expect(await arrived(id)).toBe(2);
    }
    // Later than the first door: shown there too.
    const late = await batch(second, [{ id: randomUUID(), at: at(1), code: codes[1]! }]);
    expect(late.body.items).toMatchObject([
      { outcome: 'AMBER', isConflict: true, since: { device: 'Main' }, people: 0 },
    ]);
    const { body: list } = await call<DoorList>('/door');
    expect(list.conflicts.map(({ device }) => device)).toEqual(['Balcony', 'Balcony']);
    expect(list.tickets.map(({ device }) => device)).toEqual(['Main', 'Main']);
    expect(JSON.stringify(list)).not.toContain('secret');
  });

  test('an entry is undone by its own device, or by who may correct entries', async () => {
    const { id, codes } = await party(1);
    const at = main();
    const scanId = randomUUID();
    await scan(at, codes[0]!, scanId);
    const undo = (device: string, rights: string[]) =>
      call(`/scans/${scanId}/undo`, { device }, ['ticketing.reception.update', ...rights]);
    expect((await undo(randomUUID(), [])).body.code).toBe('reception.too-late-to-undo');
    expect((await undo(at.device, [])).status).toBe(200);
    expect(await arrived(id)).toBe(0);
    expect((await undo(at.device, [])).status).toBe(200);
    expect((await scan(door('Balcony'), codes[0]!)).body.outcome).toBe('GREEN');
    await office.database.asSuperuser(`UPDATE admission SET received_at = now() - interval '1 hour'`);
    const last = await office.database.asSuperuser<{ id: string }>(
      'SELECT id FROM admission WHERE ticket_id IS NOT NULL AND undone_at IS NULL',
    );
    const corrected = await call(`/scans/${last.at(-1)!.id}/undo`, { device: at.device }, [
      'ticketing.reception.update',
      'ticketing.reception.correct',
    ]);
    expect(corrected.status).toBe(200);
    expect(await arrived(id)).toBe(0);
  });

  test('R-017: a person keeps the columns that they show', async () => {
    const path = '/b/api/prestiscene/reception';
    const columns = { reservation: true, seats: false, table: true, telephone: true, options: false };
    const get = () => office.staff(theatre.tenantId, 'GET', `${path}/configuration`);
    expect((await get()).body).toMatchObject({ columns: { seats: true } });
    const token = office.service.issuer.staffToken({ tenantId: theatre.tenantId, rights: ['*'] });
    await office.service.request('POST', `${path}/save-configuration`, { token, body: { columns } });
    expect((await office.service.request('GET', `${path}/configuration`, { token })).body).toEqual({
      columns,
    });
    // It is a record of that person, in the list of the theatre and in no other.
    const list = async (tenantId: string) =>
      (
        await office.staff<{ items: { id: string; shownColumns: string }[] }>(
          tenantId,
          'GET',
          `${path}-configurations`,
        )
      ).body.items;
    const [own, ...others] = await list(theatre.tenantId);
    expect(others).toEqual([]);
    expect(own).toMatchObject({ shownColumns: 'reservation, table, telephone' });
    const record = `${path}-configurations/${own?.id}`;
    expect((await office.staff(theatre.tenantId, 'GET', record)).body).toMatchObject({ columns });
    expect((await office.staff(theatre.tenantId, 'DELETE', record)).status).toBe(405);
    expect(await list((await office.theatre()).tenantId)).toEqual([]);
  });
});
