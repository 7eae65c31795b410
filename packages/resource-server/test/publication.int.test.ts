import { randomUUID } from 'node:crypto';
import { RESOURCE_TOPIC, topics } from '@coulisse/contracts';
import { computed, defineResource, text, ref, archivable, email, variantOf } from '@coulisse/resource';
import { gadget, shelf } from '@coulisse/sample/resources';
import { sampleKernel, type SampleKernel } from '@coulisse/sample/sample-kernel';
import { systemActor } from '@coulisse/service-kit/actor';
import pino from 'pino';
import { publishRecords } from '../src/publication/publish-records';
import { publishRequested, requestUnpublished } from '../src/publication/republication-job';

jest.setTimeout(60_000);

type Event = NonNullable<ReturnType<(typeof topics)[typeof RESOURCE_TOPIC]['decode']>['event']>;

/** A gadget whose label depends on its shelf. */
const placed: typeof gadget = {
  ...gadget,
  fields: {
    ...gadget.fields,
    reference: computed(
      text({ max: 200 }),
      `(t.name || coalesce(' · ' || (SELECT s.name FROM shelf s WHERE s.tenant_id = t.tenant_id AND s.id = t.shelf_id), ''))`,
    ),
  },
  label: 'reference',
};
const toys = variantOf(placed, 'sample.toy', {
  path: 'sample/toys',
  fixed: { kind: 'TOY' },
  fields: ['name', 'price'],
});
const unique = () => randomUUID().slice(0, 8);

describe('published records', () => {
  let kernel: SampleKernel;
  beforeAll(async () => {
    kernel = await sampleKernel([placed, toys]);
  });
  afterAll(() => kernel.close());

  const log = pino({ level: 'silent' });
  const job = () => ({ db: kernel.database.db, log });
  const republication = () => kernel.server.pipeline.republication;

  async function published(id: string): Promise<Event[]> {
    const rows = await kernel.database.asSuperuser<{ payload: Buffer }>(
      'SELECT payload FROM kit.outbox WHERE topic = $1 AND aggregate_id LIKE $2 ORDER BY seq',
      [RESOURCE_TOPIC, `%/${id}`],
    );
    return rows.map(({ payload }) => topics[RESOURCE_TOPIC].decode(payload).event!);
  }
  const labels = async (id: string) =>
    (await published(id)).map(({ $case, value }) =>
      $case === 'changed' ? `${value.version} ${value.label}` : `${value.version} deleted`,
    );
  const toy = (name: string, overrides = {}) => ({ name, price: '12.50', kind: 'TOY', ...overrides });

  it('publishes each change of a record, with what references and the search need', async () => {
    const created = await kernel.create(
      'gadgets',
      toy('Robot', { notes: 'rouge & bleu', email: 'r@example.test' }),
    );
    expect(await published(created.id)).toEqual([
      {
        $case: 'changed',
        value: {
          resource: 'sample.gadget',
          id: created.id,
          version: 1,
          label: 'Robot',
          detail: 'Robot',
          archived: false,
          searchText: 'Robot\nrouge & bleu',
          ownerId: '',
          readRight: 'sample.gadget.read',
          mergedInto: '',
        },
      },
    ]);
    const path = `gadgets/${created.id}`;
    await kernel.send('PATCH', path, { name: 'Robot 2' }, { 'if-match': '"1"' });
    // A variant is published as its base.
    await kernel.send('PATCH', `toys/${created.id}`, { name: 'Robot 3' }, { 'if-match': '"2"' });
    await kernel.send('DELETE', path, undefined, { 'if-match': '"3"' });
    expect(await labels(created.id)).toEqual(['1 Robot', '2 Robot 2', '3 Robot 3', '3 deleted']);
  });

  it('names the author as the owner where authors own their records', async () => {
    const userId = randomUUID();
    const answer = await kernel.send(
      'POST',
      'holidays',
      { title: 'Été', lines: [] },
      {},
      { ...kernel.caller, userId },
    );
    const { id } = answer.body as { id: string };
    expect((await published(id))[0]).toMatchObject({ value: { label: 'Été', ownerId: userId } });
  });

  it('publishes nothing of a change that is rolled back', async () => {
    const { id } = await kernel.create('gadgets', toy('Seul'));
    expect(
      (await kernel.send('PATCH', `gadgets/${id}`, { weight: '13' }, { 'if-match': '"1"' })).status,
    ).toBe(422);
    expect(await labels(id)).toEqual(['1 Seul']);
  });

  it('publishes records again whose computed label depends on a changed record', async () => {
    const shelfOne = await kernel.create('shelves', { name: `Étagère ${unique()}` });
    const { id } = await kernel.create('gadgets', toy('Robot', { shelf: shelfOne.id }));
    await publishRequested(job(), republication());
    const name = `Vitrine ${unique()}`;
    await kernel.send('PATCH', `shelves/${shelfOne.id}`, { name }, { 'if-match': '"1"' });
    await publishRequested(job(), republication());
    expect(await labels(id)).toEqual([`1 Robot · ${shelfOne.name as string}`, `1 Robot · ${name}`]);
    expect(await kernel.database.asSuperuser('SELECT 1 FROM kit.republication')).toEqual([]);
  });

  it('publishes rows that were written by a statement of their own', async () => {
    const { id } = await kernel.create('gadgets', toy('Robot'));
    const actor = systemActor(kernel.caller.tenantId, 'test');
    await kernel.database.db.inTenant(actor, async (tx) => {
      await tx.sql.query(`UPDATE gadget SET name = 'Automate', version = version + 1 WHERE id = $1`, [id]);
      await publishRecords(tx, placed, [id, randomUUID()]);
    });
    expect((await labels(id)).at(-1)).toBe('2 Automate');
  });

  describe('all records of a resource', () => {
    const count = 1_203;
    const tenants = [randomUUID(), randomUUID()];
    beforeAll(async () => {
      for (const tenant of tenants)
        await kernel.database.asSuperuser(
          `INSERT INTO shelf (id, tenant_id, name) SELECT gen_random_uuid(), $1, 'Rayon ' || n FROM generate_series(1, ${count}) n`,
          [tenant],
        );
    });
    const numbers = () =>
      kernel.database.asSuperuser<{ tenant_id: string; events: string; records: string }>(
        `SELECT tenant_id, count(*) AS events, count(DISTINCT aggregate_id) AS records FROM kit.outbox
         WHERE topic = $1 AND tenant_id = ANY($2::uuid[]) AND aggregate_id LIKE 'sample.shelf/%' GROUP BY 1`,
        [RESOURCE_TOPIC, tenants],
      );
    const shelves = () => [republication().publications.get(shelf.name)!];

    it('are published once, in batches; a process that stops in the middle is continued', async () => {
      await requestUnpublished(job(), shelves());
      let batches = 0;
      // Stops as a killed process would: after the third batch.
      await publishRequested(job(), republication(), () => ++batches > 6);
      const half = await numbers();
      expect(half.some(({ records }) => Number(records) < count)).toBe(true);
      await Promise.all([publishRequested(job(), republication()), publishRequested(job(), republication())]);
      await publishRequested(job(), republication());
      const all = await numbers();
      expect(all.map(({ events, records }) => [Number(events), Number(records)])).toEqual([
        [count, count],
        [count, count],
      ]);
      await requestUnpublished(job(), shelves());
      expect(await publishRequested(job(), republication())).toBe(0);
    });

    it('are published again when what is published of them changes, or on request', async () => {
      const before = await numbers();
      await kernel.database.asSuperuser(
        `UPDATE kit.publication SET fingerprint = 'older' WHERE resource = $1`,
        [shelf.name],
      );
      await requestUnpublished(job(), shelves());
      await publishRequested(job(), republication());
      const after = await numbers();
      expect(after.map(({ events }) => Number(events))).toEqual(
        before.map(({ events }) => Number(events) + count),
      );
    });

    it('wait for a change in progress, so that the topic keeps the last version', async () => {
      const { id } = await kernel.create('shelves', { name: `Rayon ${unique()}` });
      await kernel.database.asSuperuser(
        `UPDATE kit.publication SET fingerprint = 'older' WHERE resource = $1`,
        [shelf.name],
      );
      await requestUnpublished(job(), shelves());
      const actor = systemActor(kernel.caller.tenantId, 'test');
      const other = kernel.database.open();
      await kernel.database.db.inTenant(actor, async (tx) => {
        await tx.sql.query(`UPDATE shelf SET version = 2 WHERE id = $1`, [id]);
        await publishRecords(tx, shelf, [id]);
        await expect(publishRequested({ db: other, log }, republication())).rejects.toThrow('lock timeout');
      });
      await other.close();
      await publishRequested(job(), republication());
      expect((await labels(id)).map((label) => label[0])).toEqual(['1', '2', '2']);
    });
  });
});

it('refuses a resource that cannot be published', () => {
  const fields = archivable({ name: text().searchable(), email: email(), twin: ref('sample.other') });
  const spec = { path: 'sample/things', rights: 'sample.thing', fields };
  expect(defineResource('sample.thing', spec).referable).toBe(true);
  expect(defineResource('sample.thing', { ...spec, tenancy: 'self' }).referable).toBe(false);
  expect(() => defineResource('sample.thing', { ...spec, tenancy: 'self', referable: true })).toThrow(
    'tenants',
  );
  expect(() => defineResource('sample.thing', { ...spec, replacedBy: 'twin' })).toThrow('replace');
});
