import { defineResource, ref, text, type ResourceDefinition } from '@coulisse/resource';
import { systemActor } from '@coulisse/service-kit/actor';
import { Store } from './store';
import { covers, EVERYTHING, visibilityOf, type Relation } from './visibility';

const quote = defineResource('sales.quote', {
  path: 'sale/quotes',
  rights: 'sales.quote',
  access: { own: 'author', team: 'desk.manager' },
  fields: { name: text().required(), author: ref('identity.user'), desk: ref('sales.desk') },
});
const desk = defineResource('sales.desk', {
  path: 'sale/desks',
  rights: 'sales.desk',
  fields: { name: text().required(), manager: ref('identity.user') },
});
const resources: ResourceDefinition[] = [quote, desk];
const actor = (...rights: string[]) => ({ ...systemActor(null, 'test'), rights });
const store = new Store(resources);
const sees = (...rights: string[]) => store.seenBy(visibilityOf(actor(...rights), resources));
const textOf = (seen: Store) => seen.statements(quote).readById().text;

it('adds nothing for an actor who sees everything', () => {
  expect(visibilityOf(actor('*'), resources)).toBe(EVERYTHING);
  expect(sees('sales.*')).toBe(store);
  expect(textOf(store)).not.toContain('current_setting');
});

it('shares statements between actors with the same scopes', () =>
  expect(sees('sales.quote.read:own', 'sales.desk.read')).toBe(sees('sales.quote.read:own', 'sales.desk.*')));

it('reads own records, those of a team by the manager of a referenced record, or none', () => {
  const own = textOf(sees('sales.quote.read:own', 'sales.desk.read'));
  expect(own).toContain(`t."author_id" = (SELECT nullif(current_setting('app.user', true), ''))::uuid`);
  const team = textOf(sees('sales.quote.read:team', 'sales.desk.read'));
  expect(team).toContain('(SELECT p."manager_id" FROM "desk" p WHERE p.tenant_id = t.tenant_id');
  expect(textOf(sees('sales.desk.read'))).toContain('AND false AND');
});

it('hides the label of a referenced record that the actor may not read', () => {
  const withLabel = textOf(sees('sales.quote.read'));
  expect(withLabel).toMatch(/JOIN "desk" t ON t\.id = o\.pointer AND .* AND false\) AS "desk__label"/);
});

it('narrows one right by another', () => {
  const held = actor('sales.*', 'sales.quote.export:own');
  const narrowed = visibilityOf(held, resources, { resource: quote, right: 'sales.quote.export' });
  expect([narrowed.scopeOf(quote), narrowed.scopeOf(desk)]).toEqual(['own', 'all']);
});

it('keeps a bounded number of stores', () => {
  for (let index = 0; index < 200; index++)
    store.seenBy({ key: `role ${index}`, isScoped: false, scopeOf: () => 'all' });
  expect((store as unknown as { byVisibility: Map<string, unknown> }).byVisibility.size).toBeLessThanOrEqual(
    64,
  );
});

it.each<[scope: 'own' | 'team' | 'all' | null, covered: Relation[]]>([
  ['own', ['own']],
  ['team', ['own', 'team']],
  ['all', ['own', 'team', 'other']],
  [null, []],
])('a right on %s covers %j', (scope, covered) =>
  expect((['own', 'team', 'other'] as const).filter((relation) => covers(scope, relation))).toEqual(covered),
);
