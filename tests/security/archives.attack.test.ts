import { attackArchives, type ArchivesTarget } from './archives';
import { descriptionOf } from './lib/openapi';
import { productDescription, staffed } from './lib/product';
import { budget, expectFound, expectNothingFound, LIMIT_MS } from './lib/run';
import { answer, bodyOf, problem, withTwin } from './lib/twin';

async function product(): Promise<ArchivesTarget> {
  const { origin, token, call } = await staffed('attack-archives');
  const ensure = async (path: string, body: Record<string, unknown>) => {
    const { items } = await call('GET', path);
    return items[0] ?? (await call('POST', path, body));
  };
  const category = await ensure('/b/api/configuration/categories', { name: 'Attack', color: '#336699' });
  const room = await ensure('/b/api/configuration/salles', { name: 'Attack' });
  const { operations } = await productDescription();
  return {
    origin,
    token,
    importPath: '/b/api/crm/tiers/_imports',
    listPath: '/b/api/crm/tiers?size=1',
    plansPath: `/b/api/configuration/salles/${room.id}/plans`,
    category: category.id,
    operations,
  };
}

test(
  'files, plans and texts that expand are refused while they are small',
  async () => {
    const target = await product();
    await expectNothingFound((seed) => attackArchives(target, seed, budget(100, 1_000)));
  },
  LIMIT_MS,
);

describe('the attack finds a broken product', () => {
  const { operations } = descriptionOf('back-office', {
    paths: { '/b/api/deep': { post: { requestBody: { content: { 'application/json': { schema: {} } } } } } },
  });
  const target = (origin: string): ArchivesTarget => ({
    origin,
    operations,
    token: () => Promise.resolve('t'),
    importPath: '/b/api/imports',
    plansPath: '/b/api/plans',
    listPath: '/b/api/list',
    category: 'c',
  });
  const against = (slip: 'nothing' | 'file' | 'plan' | 'text' | 'long' | 'late') => {
    let away = 0;
    return withTwin(
      (request, response) => {
        if (request.url === '/b/api/list') {
          if (away-- > 0) problem(response, 502);
          else answer(response, { items: [] });
          return;
        }
        void bodyOf(request).then((body) => {
          const of = { '/b/api/imports': 'file', '/b/api/plans': 'plan', '/b/api/deep': 'text' }[
            request.url ?? ''
          ];
          if (of === slip) answer(response, { id: 'x' }, 201);
          else if (slip === 'long') problem(response, 422, 'x', { errors: 'a'.repeat(body.length + 70_000) });
          else {
            if (slip === 'late' && of === 'file' && away < 0) away = 1;
            problem(response, 422);
          }
        });
      },
      (origin) => attackArchives(target(origin), 1, { requests: 4, isFull: false }),
    );
  };

  test('and reports nothing for a correct one', async () => {
    expect((await against('nothing')).findings).toEqual([]);
  }, 60_000);
  test('that reads every file to its end', async () => {
    const outcome = await against('file');
    expectFound(outcome, /one cell at X1000000 .*: answered 201/);
    expectFound(outcome, /elsewhere .*: answered 201/);
  }, 60_000);
  test('that draws before it counts', async () => {
    expectFound(await against('plan'), /a plan of 480,000 seats: answered 201/);
  }, 60_000);
  test('whose parser has no bounds', async () => {
    expectFound(await against('text'), /deep JSON POST \/b\/api\/deep: answered 201/);
  }, 60_000);
  test('that sends refusals of any length', async () => {
    expectFound(await against('long'), /was refused in \d+ bytes/);
  }, 60_000);
  test('whose process ends', async () => {
    expectFound(await against('late'), /the list behind it answered 502/);
  }, 60_000);
});
