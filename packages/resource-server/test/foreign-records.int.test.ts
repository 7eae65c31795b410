import { randomUUID } from 'node:crypto';
import { resourceV1 } from '@coulisse/contracts';
import { shelf } from '@coulisse/sample/resources';
import { errors, sampleKernel, type SampleKernel } from '@coulisse/sample/sample-kernel';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';
import { GrpcServer, openClient, PeerClocks, type RpcClient } from '@coulisse/service-kit/grpc';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { testCredentials } from '@coulisse/test-kit/test-credentials';
import pino from 'pino';
import type { RecordOwner } from '../src/references/check-references';
import { referenceRpc } from '../src/references/reference-rpc';

jest.setTimeout(60_000);

const PERSON = 'elsewhere.person';

describe('references to records that another service owns', () => {
  const people = new Map<string, resourceV1.ResolvedRecord & { tenantId: string }>();
  const requests: resourceV1.ResolveRequest[] = [];
  let isDown = false;
  const owner: RecordOwner = {
    resolve: async (request) => {
      requests.push(request);
      if (isDown) throw new Error('down');
      const records = request.ids.flatMap((id) => {
        const person = people.get(id);
        return person?.tenantId === request.tenantId ? [person] : [];
      });
      return { records };
    },
  };
  let kernel: SampleKernel;
  beforeAll(async () => {
    kernel = await sampleKernel([], { owners: new Map([['elsewhere', owner]]) });
  });
  afterAll(() => kernel.close());
  beforeEach(() => requests.splice(0));

  function person(
    label: string,
    overrides: Partial<resourceV1.ResolvedRecord & { tenantId: string }> = {},
  ): string {
    const id = randomUUID();
    const { tenantId } = kernel.caller;
    people.set(id, { id, version: 1, label, archived: false, mergedInto: '', tenantId, ...overrides });
    return id;
  }
  const toy = (ownerId: string) => ({ name: 'Robot', price: '1.00', kind: 'TOY', owner: ownerId });
  const refused = async (ownerId: string) => {
    const answer = await kernel.send('POST', 'gadgets', toy(ownerId));
    expect(answer.status).toBe(422);
    return errors(answer);
  };

  it('are asked for once, and known from then on', async () => {
    const ada = person('Ada & Fils');
    const made = await kernel.create('gadgets', toy(ada));
    expect(made.owner).toEqual({ id: ada, label: 'Ada & Fils' });
    await kernel.create('gadgets', toy(ada.toUpperCase()));
    expect(requests).toEqual([{ tenantId: kernel.caller.tenantId, resource: PERSON, ids: [ada] }]);
  });

  it('are refused by the name of the field when unknown, archived, deleted or of another tenant', async () => {
    expect(await refused(randomUUID())).toEqual(['/owner validation.choice']);
    expect(await refused(person('Voisine', { tenantId: randomUUID() }))).toEqual([
      '/owner validation.choice',
    ]);
    expect(await refused(person('Rangée', { archived: true }))).toEqual(['/owner validation.archived']);
    const goneId = person('Partie');
    await kernel.create('gadgets', toy(goneId));
    await kernel.database.asSuperuser(`UPDATE kit.reference SET deleted = true WHERE id = '${goneId}'`);
    expect(await refused(goneId)).toEqual(['/owner validation.choice']);
    const french = await kernel.send('POST', 'gadgets', toy(person('Rangée', { archived: true })), {
      'accept-language': 'fr',
    });
    expect(JSON.stringify(french.body)).toContain('Rangée est archivé');
  });

  it('stay in a record that has them already', async () => {
    const id = person('Bientôt archivée');
    const made = await kernel.create('gadgets', toy(id));
    await kernel.database.asSuperuser(`UPDATE kit.reference SET archived = true WHERE id = '${id}'`);
    const path = `gadgets/${made.id}`;
    const unchanged = await kernel.send('PATCH', path, { name: 'Autre', owner: id }, { 'if-match': '"1"' });
    expect(unchanged.status).toBe(200);
    const changed = await kernel.send(
      'PATCH',
      path,
      { owner: person('Rangée', { archived: true }) },
      { 'if-match': '"2"' },
    );
    expect(errors(changed)).toEqual(['/owner validation.archived']);
    expect((await kernel.send('PATCH', path, { owner: null }, { 'if-match': '"2"' })).status).toBe(200);
  });

  it('are replaced by the record that they were merged into', async () => {
    const last = person('Dernière');
    const made = await kernel.create('gadgets', toy(person('Première', { mergedInto: last })));
    expect(made.owner).toEqual({ id: last, label: 'Dernière' });
    expect((await kernel.history(`gadgets/${made.id}`))[0]?.changes.owner).toEqual([null, last]);
    expect(await refused(person('Fantôme', { mergedInto: randomUUID() }))).toEqual([
      '/owner validation.choice',
    ]);
  });

  it('are not written while their owner does not answer, unless they are known', async () => {
    const knownId = person('Connue');
    await kernel.create('gadgets', toy(knownId));
    isDown = true;
    try {
      await expect(kernel.send('POST', 'gadgets', toy(person('Inconnue')))).rejects.toThrow('down');
      await kernel.create('gadgets', toy(knownId));
    } finally {
      isDown = false;
    }
  });

  it('asks nothing for records without such references', async () => {
    await kernel.create('gadgets', { name: 'Seul', price: '1.00', kind: 'TOY' });
    await kernel.create('shelves', { name: `Étagère ${randomUUID().slice(0, 8)}` });
    await kernel.send('POST', 'gadgets', { name: 'Faux', price: '1.00', kind: 'TOY', owner: 12 });
    expect(requests).toEqual([]);
  });
});

describe('the records of a service', () => {
  let database: SampleDatabase;
  let server: GrpcServer;
  const closers: (() => void)[] = [];
  const tenantId = randomUUID();
  const [id, other] = [randomUUID(), randomUUID()];

  beforeAll(async () => {
    database = await sampleDatabase();
    await database.asSuperuser(
      `INSERT INTO shelf (id, tenant_id, name) VALUES ('${id}', '${tenantId}', 'Étagère'), ('${other}', '${randomUUID()}', 'Voisine')`,
    );
    const ctx = { db: database.db, log: pino({ level: 'silent' }) } as unknown as ServiceContext;
    server = new GrpcServer([referenceRpc([shelf], ['ticketing'])], ctx, {
      host: '127.0.0.1',
      port: 0,
      credentials: testCredentials('crm'),
    });
    await server.start();
  });
  afterAll(async () => {
    for (const close of closers) close();
    await server.stop(1_000);
    await database.drop();
  });

  function clientOf(caller: 'ticketing' | 'payments'): RpcClient<resourceV1.ReferenceServiceDefinition> {
    const settings = { credentials: testCredentials(caller), clocks: new PeerClocks(), peer: 'crm' };
    const { client, close } = openClient(
      resourceV1.ReferenceServiceDefinition,
      `127.0.0.1:${server.port}`,
      settings,
    );
    closers.push(close);
    return client;
  }

  it('are resolved for the callers that it names, of one tenant', async () => {
    const resolve = (resource: string, ids: string[]) =>
      clientOf('ticketing').resolve({ tenantId, resource, ids });
    expect(await resolve(shelf.name, [id, other, randomUUID()])).toEqual({
      records: [{ id, version: 1, label: 'Étagère', archived: false, mergedInto: '' }],
    });
    expect(await resolve('sample.secret', [id])).toEqual({ records: [] });
    expect(await resolve(shelf.name, [])).toEqual({ records: [] });
    await expect(resolve(shelf.name, ['x'])).rejects.toThrow();
    await expect(
      resolve(
        shelf.name,
        Array.from({ length: 501 }, () => randomUUID()),
      ),
    ).rejects.toThrow();
    await expect(
      clientOf('payments').resolve({ tenantId, resource: shelf.name, ids: [id] }),
    ).rejects.toThrow();
  });
});
