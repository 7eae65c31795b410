import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { changed, deleted, SearchIndex } from './support/search-index';

jest.setTimeout(120_000);

const index = new SearchIndex();
beforeAll(() => index.open());
afterAll(() => index.close());

const query = <R extends Record<string, unknown>>(sql: string) => index.database.asSuperuser<R>(sql);
const generations = () =>
  query<{ id: number; state: string }>('SELECT id, state FROM search_generation ORDER BY id');

it('builds the index again from the topic while searches and events go on', async () => {
  const tenantId = randomUUID();
  const removed = changed(tenantId, { label: 'Effacée' });
  const lost = changed(tenantId, { label: 'Perdue' });
  await index.publish(
    ...Array.from({ length: 1_200 }, (_, n) => changed(tenantId, { label: `Cliente ${n}` })),
    removed,
    lost,
    deleted(tenantId, { resource: 'crm.tiers', id: removed.id, version: 1 }),
  );
  await query(`DELETE FROM search_entry WHERE id = '${lost.id}'`);
  expect(await index.labels('perdue', tenantId)).toEqual([]);
  const [before] = await generations();

  await query(`INSERT INTO search_generation (state) VALUES ('BUILDING')`);
  const whileBuilding: string[] = [];
  let n = 0;
  await eventually(
    async () => {
      n += 1;
      await index.publish(changed(tenantId, { label: `Pendant ${n}` }));
      whileBuilding.push(...(await index.labels('cliente 1199', tenantId)));
      const current = (await generations()).find(({ state }) => state === 'CURRENT');
      expect(current?.id).toBeGreaterThan(before!.id);
    },
    { timeoutMs: 60_000 },
  );
  expect(whileBuilding.length).toBe(n);
  expect(await index.labels('perdue', tenantId)).toEqual(['Perdue']);
  expect(await index.labels('effacee', tenantId)).toEqual([]);
  for (const place of [1, n])
    expect(await index.labels(`pendant ${place}`, tenantId)).toContain(`Pendant ${place}`);

  // Counters of the new generation are those of its rows.
  const [counts] = await query<{ counted: number; stored: number }>(
    `SELECT (SELECT sum(entries) FROM search_resource r WHERE r.generation = g.id AND tenant_id = '${tenantId}')::int AS counted,
       (SELECT count(*) FROM search_entry e WHERE e.generation = g.id AND tenant_id = '${tenantId}' AND NOT hidden)::int AS stored
     FROM search_generation g WHERE state = 'CURRENT'`,
  );
  expect(counts!.counted).toBe(counts!.stored);

  await query(`UPDATE search_generation SET finished_at = now() - interval '1 hour' WHERE state = 'RETIRED'`);
  await eventually(
    async () => {
      expect(await generations()).toHaveLength(1);
      expect(await query(`SELECT 1 FROM search_entry WHERE generation = ${before!.id}`)).toEqual([]);
    },
    { timeoutMs: 30_000 },
  );
});
