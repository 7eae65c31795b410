import { randomUUID } from 'node:crypto';
import { type RESOURCE_TOPIC } from '@coulisse/contracts';
import { gadget } from '@coulisse/sample/resources';
import { sampleKernel, type CreatedRecord, type SampleKernel } from '@coulisse/sample/sample-kernel';
import type { PublishedRecord } from '@coulisse/service-kit/database';
import type { ReceivedEvent } from '@coulisse/service-kit/events';
import type { ServiceContext } from '@coulisse/service-kit/service';
import pino from 'pino';
import { referenceConsumer } from '../src/references/reference-consumer';

jest.setTimeout(60_000);

const PERSON = 'elsewhere.person';

describe('references to records of other services', () => {
  let kernel: SampleKernel;
  beforeAll(async () => {
    kernel = await sampleKernel();
  });
  afterAll(() => kernel.close());

  const consumer = referenceConsumer('crm', [gadget])!;
  const ctx = () => ({ db: kernel.database.db, log: pino({ level: 'silent' }) }) as unknown as ServiceContext;
  type Changed = Extract<PublishedRecord, { $case: 'changed' }>['value'];
  const changed = (
    id: string,
    version: number,
    label: string,
    overrides: Partial<Changed> = {},
  ): PublishedRecord => ({
    $case: 'changed',
    value: {
      ...{ resource: PERSON, id, version, label, detail: '', archived: false, searchText: '' },
      ...{ ownerId: '', readRight: 'elsewhere.person.read', mergedInto: '', ...overrides },
    },
  });
  const deleted = (id: string, version: number): PublishedRecord => ({
    $case: 'deleted',
    value: { resource: PERSON, id, version },
  });
  const receive = (events: PublishedRecord[], tenantId = kernel.caller.tenantId) =>
    consumer.handle(
      events.map((event): ReceivedEvent<typeof RESOURCE_TOPIC> => ({
        event,
        meta: { tenantId, aggregateId: event.value.id, messageId: randomUUID(), time: new Date() } as never,
      })),
      ctx(),
    );
  const toy = (owner: string | null, name = 'Robot') => ({ name, price: '1.00', kind: 'TOY', owner });
  const ownerOf = async (id: string) => (await kernel.read(`gadgets/${id}`)).owner;
  const listed = async (query: string) =>
    ((await kernel.send('GET', `gadgets?${query}`)).body as { items: CreatedRecord[] }).items;

  it('show the label of the record, and follow it', async () => {
    const ada = randomUUID();
    const { id } = await kernel.create('gadgets', toy(ada));
    expect(await ownerOf(id)).toEqual({ id: ada, label: null });
    await receive([changed(ada, 3, 'Ada & Fils')]);
    await receive([changed(ada, 2, 'Trop ancien'), changed(randomUUID(), 1, 'Autre')]);
    expect(await ownerOf(id)).toEqual({ id: ada, label: 'Ada & Fils' });
    await receive([changed(ada, 4, 'Ada'), changed(ada, 5, 'Ada Lovelace')]);
    expect((await listed('columns=owner')).find((item) => item.id === id)?.owner).toEqual({
      id: ada,
      label: 'Ada Lovelace',
    });
    // An unknown resource is not kept.
    await receive([changed(randomUUID(), 1, 'Inconnue', { resource: 'elsewhere.car' })]);
    expect(
      await kernel.database.asSuperuser(`SELECT 1 FROM kit.reference WHERE resource = 'elsewhere.car'`),
    ).toEqual([]);
  });

  it('sort, filter and group a list by label', async () => {
    const [zoe, bob] = [randomUUID(), randomUUID()];
    const tag = randomUUID().slice(0, 8);
    await receive([changed(zoe, 1, 'Zoé Tri'), changed(bob, 1, 'bob Tri')]);
    for (const owner of [zoe, bob, null]) await kernel.create('gadgets', toy(owner, tag));
    const owners = async (query: string) =>
      (await listed(`${query}&columns=owner`)).map(
        ({ owner }) => (owner as { label: string } | null)?.label ?? null,
      );
    expect(await owners(`q=${tag}&sort=owner`)).toEqual(['bob Tri', 'Zoé Tri', null]);
    expect(await owners(`q=${tag}&sort=-owner`)).toEqual(['Zoé Tri', 'bob Tri', null]);
    expect(await owners(`q=${tag}&f.owner.contains=zoe`)).toEqual(['Zoé Tri']);
    const { body } = await kernel.send('GET', `gadgets/_groups?by=owner&q=${tag}`);
    expect((body as { groups: { label: string | null }[] }).groups.map(({ label }) => label).sort()).toEqual(
      [null, 'Zoé Tri', 'bob Tri'].sort(),
    );
  });

  it('keep the last label of a deleted record', async () => {
    const id = randomUUID();
    const made = await kernel.create('gadgets', toy(id));
    await receive([changed(id, 1, 'Partie')]);
    await receive([deleted(id, 1)]);
    await receive([changed(id, 1, 'En retard')]);
    expect(await ownerOf(made.id)).toEqual({ id, label: 'Partie' });
    expect(await kernel.database.asSuperuser(`SELECT deleted FROM kit.reference WHERE id = '${id}'`)).toEqual(
      [{ deleted: true }],
    );
  });

  it('follow merges, with an entry in the history, in whatever order they arrive', async () => {
    const [first, second, last] = [randomUUID(), randomUUID(), randomUUID()];
    const made = await kernel.create('gadgets', toy(first));
    const merges = [
      changed(second, 2, 'Deuxième', { mergedInto: last }),
      changed(first, 2, 'Première', { mergedInto: second }),
    ];
    await receive([changed(last, 1, 'Dernière')]);
    for (const merge of merges) await receive([merge]);
    const now = await kernel.read(`gadgets/${made.id}`);
    expect(now).toMatchObject({ owner: { id: last, label: 'Dernière' }, version: 2 });
    expect((await kernel.history(`gadgets/${made.id}`))[0]).toMatchObject({
      action: 'update',
      changes: { owner: [first, last] },
    });
    // Delivered again, they change nothing.
    for (const merge of merges) await receive([merge]);
    expect(await kernel.read(`gadgets/${made.id}`)).toMatchObject({ version: 2 });
  });

  it('belong to one tenant', async () => {
    const id = randomUUID();
    const made = await kernel.create('gadgets', toy(id));
    await receive([changed(id, 1, 'Chez le voisin')], randomUUID());
    expect(await ownerOf(made.id)).toEqual({ id, label: null });
  });
});
