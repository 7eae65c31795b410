import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { Client } from 'pg';
import { TAKE_HOST } from '../src/features/own-hosts/own-host.store';
import { BoxOffice, type Theatre } from './support/box-office';
import { NameServer } from './support/name-server';

const HOSTS = '/b/api/configuration/own-hosts';
const LIST = '/app-api/configuration/own-hosts';

interface Host {
  id: string;
  version: number;
  state: string;
  host: string;
  recordName: string;
  recordValue: string;
  aliasOf: string;
  finding: string | null;
  checkedAt: string | null;
  checksEnd: string | null;
  errors?: { pointer: string; code: string }[];
}
interface Listed {
  items: { host: string; theatre: string; slug: string; isCurrent: boolean; movedTo: string | null }[];
}

describe('host names of theatres', () => {
  let names: NameServer;
  let office: BoxOffice;
  let theatre: Theatre;
  let host: string;

  beforeAll(async () => {
    names = await NameServer.start();
    office = await BoxOffice.open({ env: { DNS_SERVERS: names.address } });
  }, 60_000);
  beforeEach(async () => {
    theatre = await openTheatre();
    host = `billets-${randomUUID().slice(0, 8)}.theatre.example`;
  });
  afterAll(async () => {
    await office.close();
    await names.stop();
  });

  async function openTheatre(): Promise<Theatre> {
    const opened = await office.theatre();
    await office.database.asSuperuser(
      `INSERT INTO tenant_profile (id, tenant_id, version, name, slug, city, address, archived)
       VALUES ($1, $1, 1, 'Le Lumière', $2, 'Lyon', '', false)`,
      [opened.tenantId, `t-${opened.tenantId.slice(0, 8)}`],
    );
    await office.database.asSuperuser(
      `INSERT INTO settings (id, tenant_id, name) VALUES (uuidv7(), $1, 'Le Lumière')`,
      [opened.tenantId],
    );
    return opened;
  }
  const add = (tenantId: string, typed: string) =>
    office.staff<Host>(tenantId, 'POST', HOSTS, { host: typed });
  const read = async (tenantId: string, id: string) =>
    (await office.staff<Host>(tenantId, 'GET', `${HOSTS}/${id}`)).body;
  const act = async (tenantId: string, id: string, action: string) => {
    const { version } = await read(tenantId, id);
    return office.staff<Host>(
      tenantId,
      'POST',
      `${HOSTS}/${id}/transitions/${action}`,
      {},
      {
        headers: { 'if-match': `"${version}"` },
      },
    );
  };
  const listed = async () => {
    const { body } = await office.visit<Listed>('GET', LIST);
    return body.items.find((item) => item.host === host);
  };
  const proven = async (tenantId: string) => {
    const { body } = await add(tenantId, host);
    names.set(body.recordName, [...names.textsOf(body.recordName), body.recordValue]);
    await act(tenantId, body.id, 'check');
    await eventually(async () => expect((await read(tenantId, body.id)).state).toBe('PROVEN'));
    return body.id;
  };

  test('wait for a TXT record that the staff are told, and count once it is there', async () => {
    const added = await add(theatre.tenantId, ` ${host.toUpperCase()}. `);
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      host,
      state: 'WAITING',
      recordName: `_coulisse.${host}`,
      aliasOf: 'coulisse.test',
    });
    expect(added.body.recordValue).toMatch(/^coulisse-verification=[\w-]{22}$/);
    const { id } = added.body;
    await eventually(async () =>
      expect(await read(theatre.tenantId, id)).toMatchObject({ state: 'WAITING', finding: 'NO_RECORD' }),
    );
    expect(await listed()).toBeUndefined();

    // A look that finds the same leaves no line in the history.
    const { checkedAt } = await read(theatre.tenantId, id);
    const { version } = (await act(theatre.tenantId, id, 'check')).body;
    await eventually(async () => expect((await read(theatre.tenantId, id)).checkedAt).not.toBe(checkedAt));
    expect(await read(theatre.tenantId, id)).toMatchObject({ version, finding: 'NO_RECORD' });

    names.set(added.body.recordName, ['v=spf1 -all', 'coulisse-verification=other']);
    expect((await act(theatre.tenantId, id, 'check')).status).toBe(200);
    await eventually(async () =>
      expect(await read(theatre.tenantId, id)).toMatchObject({ state: 'WAITING', finding: 'OTHER_VALUE' }),
    );

    names.set(added.body.recordName, ['v=spf1 -all', added.body.recordValue]);
    expect((await act(theatre.tenantId, id, 'check')).status).toBe(200);
    await eventually(async () =>
      expect(await read(theatre.tenantId, id)).toMatchObject({ state: 'PROVEN', finding: null }),
    );
    expect(await listed()).toMatchObject({ theatre: theatre.tenantId, isCurrent: true, movedTo: null });
  });

  test('are looked for during seven days from the last time that somebody asked, in one line of looks', async () => {
    const { id } = (await add(theatre.tenantId, host)).body;
    const checksEnd = async () => Date.parse((await read(theatre.tenantId, id)).checksEnd ?? '');
    const waiting = () =>
      office.database.asSuperuser<{ id: string; input: { looks: number } }>(
        `SELECT id, input FROM kit.job WHERE tenant_id = $1 AND kind = 'ticketing.check-own-host' AND state = 'WAITING'`,
        [theatre.tenantId],
      );
    const untilWaiting = () => eventually(async () => expect(await waiting()).toHaveLength(1));
    await untilWaiting();
    const sixDays = 6 * 86_400_000;
    expect((await checksEnd()) - Date.now()).toBeGreaterThan(sixDays);

    // Nearly over: a thousand looks were without success.
    await office.database.asSuperuser(
      `UPDATE own_host SET checks_end = now() + interval '1 minute' WHERE id = $1`,
      [id],
    );
    expect((await act(theatre.tenantId, id, 'check')).status).toBe(200);
    expect((await checksEnd()) - Date.now()).toBeGreaterThan(sixDays);
    const runNow = () =>
      office.database.asSuperuser(
        `UPDATE kit.job SET run_after = now() WHERE tenant_id = $1 AND kind = 'ticketing.check-own-host' AND state = 'WAITING'`,
        [theatre.tenantId],
      );
    for (let look = 0; look < 3; look++) {
      const { checkedAt } = await read(theatre.tenantId, id);
      await runNow();
      await eventually(async () => expect((await read(theatre.tenantId, id)).checkedAt).not.toBe(checkedAt));
      expect((await read(theatre.tenantId, id)).state).toBe('WAITING');
    }
    await untilWaiting();

    await office.database.asSuperuser('UPDATE own_host SET checks_end = now() WHERE id = $1', [id]);
    await runNow();
    await eventually(async () => expect((await read(theatre.tenantId, id)).state).toBe('REFUSED'));
    expect(await waiting()).toEqual([]);
    expect((await act(theatre.tenantId, id, 'check')).body.state).toBe('WAITING');
    expect((await checksEnd()) - Date.now()).toBeGreaterThan(sixDays);
  });

  test('lead to the installation once their theatre is archived', async () => {
    await proven(theatre.tenantId);
    await office.database.asSuperuser('UPDATE tenant_profile SET archived = true WHERE tenant_id = $1', [
      theatre.tenantId,
    ]);
    expect(await listed()).toMatchObject({ isCurrent: false, movedTo: null });
  });

  test('are refused where another theatre has them, without its name', async () => {
    await proven(theatre.tenantId);
    const other = await openTheatre();
    const refused = await add(other.tenantId, host);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ pointer: '/host', code: 'own-host.taken' }]);
    expect(refused.text).not.toContain(theatre.tenantId);
    expect(refused.text).not.toContain('Lumière');
  });

  test('are twenty for a theatre at most, without those that it has removed', async () => {
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, index) => add(theatre.tenantId, `n${index}.${host}`)),
    );
    expect(added.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const oneMore = () => add(theatre.tenantId, host);
    const refused = await oneMore();
    expect(refused.body.errors).toMatchObject([
      { pointer: '/host', code: 'own-host.too-many', params: { max: 20 } },
    ]);
    const first = added[0]!.body.id;
    // The first look changes the record once.
    await eventually(async () => expect((await read(theatre.tenantId, first)).finding).toBe('NO_RECORD'));
    expect((await act(theatre.tenantId, first, 'remove')).status).toBe(200);
    expect((await oneMore()).status).toBe(201);
    expect((await act(theatre.tenantId, first, 'resume')).status).toBe(422);
  });

  test('belong to one of two who both wait and both have a record', async () => {
    const other = await openTheatre();
    const both = [theatre.tenantId, other.tenantId];
    const added = await Promise.all(both.map((tenantId) => add(tenantId, host)));
    const ids = added.map(({ body }) => body.id);
    names.set(
      `_coulisse.${host}`,
      added.map(({ body }) => body.recordValue),
    );
    await Promise.all(both.map((tenantId, index) => act(tenantId, ids[index]!, 'check')));
    await eventually(async () => {
      const states = await Promise.all(both.map((tenantId, index) => read(tenantId, ids[index]!)));
      expect(states.map(({ state }) => state).sort()).toEqual(['PROVEN', 'REFUSED']);
      expect(states.find(({ state }) => state === 'REFUSED')?.finding).toBe('TAKEN');
    });
  });

  test('lead on once they are removed, and become free for who proves them', async () => {
    const id = await proven(theatre.tenantId);
    expect((await act(theatre.tenantId, id, 'remove')).status).toBe(200);
    expect(await listed()).toMatchObject({ isCurrent: false, movedTo: null });
    const other = await openTheatre();
    await proven(other.tenantId);
    expect(await listed()).toMatchObject({ theatre: other.tenantId, isCurrent: true });
    // The former theatre cannot take it back while the other one has it.
    expect((await act(theatre.tenantId, id, 'resume')).status).toBe(200);
    await eventually(async () =>
      expect(await read(theatre.tenantId, id)).toMatchObject({ state: 'REFUSED', finding: 'TAKEN' }),
    );
  });

  test.each([
    'coulisse.test',
    'localhost',
    '127.0.0.1',
    'https://a.fr',
    'a.fr/x',
    'a.fr:80',
    'a b.fr',
    '*.fr',
  ])('a theatre cannot have %s', async (typed) => {
    const refused = await add(theatre.tenantId, typed);
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.[0]?.pointer).toBe('/host');
  });

  test('show nothing of another theatre', async () => {
    const other = await openTheatre();
    const visit = (path: string, own?: string) =>
      office.visit('GET', path, undefined, null, own ? { 'x-front-theatre': own } : {});
    const show = `/app-api/configuration/spectacles/${theatre.showId}`;
    expect((await visit(show)).status).toBe(200);
    expect((await visit(show, theatre.tenantId)).status).toBe(200);
    expect((await visit(show, other.tenantId)).status).toBe(404);
    const { body } = await visit('/app-api/configuration/saas-customers', other.tenantId);
    expect((body['items'] as { id: string }[]).map(({ id }) => id)).toEqual([other.tenantId]);

    // More theatres than one list names, all before it.
    await office.database.asSuperuser(
      `INSERT INTO tenant_profile (id, tenant_id, version, name, slug, city, address, archived)
       SELECT id, id, 1, 'A ' || n, 'a-' || id, '', '', false FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 500) n) added`,
    );
    const list = async (own?: string) =>
      (await visit('/app-api/configuration/saas-customers', own)).body['items'] as { id: string }[];
    expect((await list()).some(({ id }) => id === other.tenantId)).toBe(false);
    expect((await list(other.tenantId)).map(({ id }) => id)).toEqual([other.tenantId]);
    await office.database.asSuperuser(`DELETE FROM tenant_profile WHERE slug LIKE 'a-%'`);
  });

  test('are the address of the theatre on its pages, and in payments and mails that begin there', async () => {
    await proven(theatre.tenantId);
    const { body } = await office.visit<{ site: { host?: string } }>(
      'GET',
      `/app-api/configuration/saas-customers/t-${theatre.tenantId.slice(0, 8)}`,
    );
    expect(body.site.host).toBe(host);

    const onOwnHost = { 'x-front-theatre': theatre.tenantId, 'x-forwarded-host': host };
    const [seat] = await office.seats(theatre.performanceId);
    const { token, reservation, totalMinor } = await office.buyer(theatre.performanceId, [seat!.id]);
    const pay = (returnUrl: string) =>
      office.visit<{ paymentId: string }>(
        'POST',
        '/app-api/prestiscene/reservations/cart/pay',
        { returnUrl },
        token,
        onOwnHost,
      );
    const { paymentId } = (await pay('https://evil.example/')).body;
    const started = [...office.peers.started.values()].find(
      ({ request }) => request.reservationId === reservation.id,
    );
    expect(started?.request.returnUrl).toBe(`https://${host}/app/reservations/${reservation.id}/return`);
    await office.accept(theatre.tenantId, {
      paymentId,
      reservationId: reservation.id,
      amountMinor: totalMinor,
    });
    await eventually(async () =>
      expect((await office.outcome(reservation.id, token)).tickets).toHaveLength(1),
    );
    const documentId = randomUUID();
    const [kind, subjectResource] = ['ticketing.tickets', 'ticketing.reservation'];
    await office.publishEvent(theatre.tenantId, 'documents.document.v1', documentId, {
      $case: 'rendered',
      value: { documentId, kind, subjectId: reservation.id, subjectResource, key: '' },
    });
    const mails = await eventually(() => {
      const sent = [...office.peers.mails.entries()].filter(([key]) => key.includes(reservation.id));
      expect(sent.length).toBeGreaterThan(0);
      return sent;
    });
    for (const [, { text }] of mails) expect(text).toContain(`https://${host}/app/o?lang=fr#`);
  });

  /** Ten tenants take a host in transactions of their own; the number of those who have it. */
  async function race(statement: string, isLocked: boolean): Promise<number> {
    let arrived = 0;
    const tenants = Array.from({ length: 10 }, () => randomUUID());
    const take = async (tenantId: string): Promise<boolean> => {
      const client = new Client({ connectionString: office.database.url });
      await client.connect();
      try {
        await client.query(`BEGIN; SET LOCAL app.tenant = '${tenantId}'`);
        const { rowCount } = await client.query(statement, [tenantId, host]);
        arrived += 1;
        if (!isLocked) await eventually(() => Promise.resolve(expect(arrived).toBe(tenants.length)));
        await client.query('COMMIT');
        return rowCount === 1;
      } finally {
        await client.end();
      }
    };
    return (await Promise.all(tenants.map(take))).filter(Boolean).length;
  }

  test('belong to one of ten by the key of the table, and to all by the sabotaged twin, which looks first', async () => {
    expect(await race(TAKE_HOST, true)).toBe(1);
    await office.database.asSuperuser('CREATE TABLE public_host_twin (tenant_id uuid, host text)');
    await office.database.asSuperuser('GRANT SELECT, INSERT ON public_host_twin TO PUBLIC');
    const lookFirst = `INSERT INTO public_host_twin (tenant_id, host)
      SELECT $1::uuid, $2 WHERE NOT EXISTS (SELECT 1 FROM public_host_twin WHERE host = $2)`;
    expect(await race(lookFirst, false)).toBe(10);
  }, 60_000);
});
