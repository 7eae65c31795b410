import { randomUUID } from 'node:crypto';
import { changed, deleted, SearchIndex } from './support/search-index';

jest.setTimeout(60_000);

const index = new SearchIndex();
beforeAll(() => index.open());
afterAll(() => index.close());

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

describe('the global search', () => {
  it('ranks equal labels, beginnings of labels, of words, then words in any order; archived last', async () => {
    const tenantId = randomUUID();
    await index.publish(
      changed(tenantId, { label: 'Théâtre du Pont' }),
      changed(tenantId, { label: 'Martin Hélène', searchText: 'pont@exemple.fr' }, day(3)),
      changed(tenantId, { label: 'Pont', archived: true }),
      changed(tenantId, { label: 'Pontarlier' }, day(1)),
      changed(tenantId, { label: 'PÖNT' }),
      changed(tenantId, { label: 'Pontoise' }, day(2)),
    );
    expect(await index.labels('pont', tenantId)).toEqual([
      'PÖNT',
      'Pontoise',
      'Pontarlier',
      'Théâtre du Pont',
      'Martin Hélène',
    ]);
    const { groups } = await index.search('pont', { tenantId }, 10);
    expect(groups[0]?.items.at(-1)).toMatchObject({ label: 'Pont', archived: true });
    expect(groups[0]?.hasMore).toBe(false);
  });

  it('ignores case, accents and ligatures, and finds telephone numbers, codes and e-mail addresses', async () => {
    const tenantId = randomUUID();
    await index.publish(
      changed(tenantId, {
        label: 'Cœur de Ville & Fils',
        searchText: 'T-000042 06 12 34 56 78 coeur@ville.example',
      }),
    );
    for (const text of [
      'coeur',
      'CŒUR',
      'ville coe',
      '0612345678',
      '06 12 34',
      't-000042',
      'coeur@ville.ex',
      'fils &',
    ])
      expect([text, await index.labels(text, tenantId)]).toEqual([text, ['Cœur de Ville & Fils']]);
    expect(await index.labels('eur', tenantId)).toEqual([]);
    for (const text of ['', ' ', 'c', '%', '_', '&&', "'; DROP TABLE search_entry; --", '\\'])
      expect([text, (await index.search(text, { tenantId })).groups.length <= 1]).toEqual([text, true]);
  });

  it('corrects a typing error only when nothing else is found', async () => {
    const tenantId = randomUUID();
    await index.publish(
      changed(tenantId, { label: 'Camille Dupontin' }),
      changed(tenantId, { label: 'Élodie Martineau' }),
    );
    expect(await index.search('dupotnin', { tenantId })).toMatchObject({
      correctedTo: 'dupontin',
      groups: [{ items: [{ label: 'Camille Dupontin' }] }],
    });
    expect((await index.search('elodie martinau', { tenantId })).correctedTo).toBe('elodie martineau');
    expect(await index.search('martin', { tenantId })).toMatchObject({ correctedTo: null });
    expect(await index.search('xyzzy', { tenantId })).toEqual({ groups: [], correctedTo: null });
  });

  it('finds only records that the caller may read, of the own tenant', async () => {
    const [tenantId, other] = [randomUUID(), randomUUID()];
    await index.publish(
      changed(tenantId, { label: 'Alvéo' }),
      changed(tenantId, { resource: 'ticketing.show', label: 'Alvéole' }),
      changed(other, { label: 'Alvéo voisin' }),
    );
    const found = async (rights: readonly string[]) =>
      (await index.search('alveo', { tenantId, rights })).groups.map(({ resource }) => resource);
    expect(await found(['crm.*'])).toEqual(['crm.tiers']);
    expect(await found(['ticketing.show.read', 'crm.tiers.read'])).toEqual(['crm.tiers', 'ticketing.show']);
    expect(await found(['crm.tiers.update'])).toEqual([]);
    expect(await found([])).toEqual([]);
    expect(await index.labels('voisin', tenantId)).toEqual([]);
    expect((await index.running.request('GET', '/b/api/global-search?q=alveo')).status).toBe(401);
  });

  it('limits groups, and says that there are more', async () => {
    const tenantId = randomUUID();
    const names = Array.from({ length: 7 }, (_, n) =>
      changed(tenantId, { label: `Durand ${n}` }, day(n + 1)),
    );
    await index.publish(...names);
    const { groups } = await index.search('dura', { tenantId }, 3);
    expect(groups[0]).toMatchObject({ hasMore: true });
    expect(groups[0]?.items.map(({ label }) => label)).toEqual(['Durand 6', 'Durand 5', 'Durand 4']);
  });

  it('finds rare records of a resource though another has more than a search of words reads', async () => {
    const tenantId = randomUUID();
    // Neither of the two is read as a whole, and their latest records do not have the word.
    const records = (resource: string, withWord: number) =>
      Array.from({ length: 900 + withWord }, (_, n) =>
        changed(
          tenantId,
          { resource, label: `Dossier ${n}`, searchText: n < withWord ? 'rouge' : '' },
          day(n),
        ),
      );
    await index.publish(...records('crm.tiers', 600), ...records('ticketing.reservation', 2));
    const { groups } = await index.search('rouge', { tenantId }, 3);
    expect(groups.map(({ resource, items, hasMore }) => [resource, items.length, hasMore])).toEqual(
      expect.arrayContaining([
        ['crm.tiers', 3, true],
        ['ticketing.reservation', 2, false],
      ]),
    );
  });

  it.each([
    [`q=${'a'.repeat(201)}`, 'q'],
    ['q=ab&limit=0', 'limit'],
    ['q=ab&limit=21', 'limit'],
    ['q=ab&limit=x', 'limit'],
    ['q=ab&page=2', 'page'],
    ['q=%00ab', 'q'],
  ])('refuses %s and names the parameter', async (query, field) => {
    const answer = await index.request(query, { tenantId: randomUUID() });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(field);
  });

  it('is served below the dashboard too', async () => {
    const tenantId = randomUUID();
    await index.publish(changed(tenantId, { label: 'Belrive' }));
    const answer = await index.request('q=belrive', { tenantId }, 'dashboard/global-search');
    expect(answer.body).toMatchObject({ groups: [{ items: [{ label: 'Belrive' }] }] });
  });
});

describe('the index', () => {
  it('ignores older versions, and does not revive a deleted record', async () => {
    const tenantId = randomUUID();
    const id = randomUUID();
    const record = { resource: 'crm.tiers', id };
    await index.publish(changed(tenantId, { ...record, version: 3, label: 'Nouveau nom' }));
    await index.publish(changed(tenantId, { ...record, version: 2, label: 'Ancien nom' }));
    expect(await index.labels('nom', tenantId)).toEqual(['Nouveau nom']);
    await index.publish(changed(tenantId, { ...record, version: 3, label: 'Nom publié encore' }));
    expect(await index.labels('nom', tenantId)).toEqual(['Nom publié encore']);
    await index.publish(deleted(tenantId, { ...record, version: 3 }));
    await index.publish(changed(tenantId, { ...record, version: 3, label: 'Nom en retard' }));
    expect(await index.labels('nom', tenantId)).toEqual([]);
    expect((await index.search('retrad', { tenantId })).correctedTo).toBeNull();
    const rows = await index.database.asSuperuser(
      `SELECT label, words, detail FROM search_entry WHERE id = '${id}'`,
    );
    expect(rows).toEqual([{ label: '', words: '', detail: '' }]);
  });

  it('hides a merged record, and forgets the words of replaced labels', async () => {
    const tenantId = randomUUID();
    const id = randomUUID();
    await index.publish(changed(tenantId, { id, label: 'Ancienne Raison' }));
    await index.publish(
      changed(tenantId, { id, version: 2, label: 'Ancienne Raison', mergedInto: randomUUID() }),
    );
    expect(await index.labels('ancienne', tenantId)).toEqual([]);
    const terms = await index.database.asSuperuser(
      `SELECT term FROM search_term WHERE tenant_id = '${tenantId}' AND term NOT LIKE 'mark%'`,
    );
    expect(terms).toEqual([]);
  });

  it('accepts odd texts, and ignores events that name no record', async () => {
    const tenantId = randomUUID();
    await index.publish(
      changed(tenantId, {
        label: 'x'.repeat(299) + '🎭 fin',
        detail: 'é'.repeat(5_000),
        searchText: '🎭'.repeat(5_000),
      }),
      changed(tenantId, { label: 'Nul \0 octet \uD83D', ownerId: 'nobody', mergedInto: 'nobody' }),
      changed(tenantId, { label: 'Sans droit', readRight: '' }),
      changed(tenantId, { label: 'Sans id', id: 'x' }),
      changed(tenantId, { label: 'Sans ressource', resource: 'tiers' }),
      { ...changed(tenantId, { label: 'Illisible' }), value: Buffer.from([255, 255, 255]) },
    );
    expect(await index.labels('octet', tenantId)).toHaveLength(1);
    expect(await index.labels('sans', tenantId)).toEqual([]);
    expect(await index.labels('xxxxx', tenantId)).toHaveLength(1);
  });
});
