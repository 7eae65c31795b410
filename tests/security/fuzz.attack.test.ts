import { attackByFuzz, type FuzzTarget } from './fuzz';
import { send } from './lib/http-client';
import { descriptionOf, type Operation } from './lib/openapi';
import { productDescription, staffed } from './lib/product';
import { budget, expectFound, expectNothingFound, LIMIT_MS, SEED, WHOLE } from './lib/run';
import { markOf, plantCanaries } from './lib/theatre';
import { answer, bodyOf, problem, vitalsOf, withTwin } from './lib/twin';
import { victimsOf } from './lib/victims';
import { watched } from './lib/vitals';

/** Operations that would end the session or the tenant of the test. */
const spared = ({ method, path }: Operation): boolean =>
  /\/saas-customers\/\{id\}\/archive$/.test(path) ||
  (path.startsWith('/b/api/core/users') && method !== 'GET' && path.includes('{id}'));

async function product(): Promise<FuzzTarget> {
  const { origin, token, crewToken, call, rights } = await staffed('attack-fuzz', WHOLE ? 8 : 3);
  const description = await productDescription();
  await plantCanaries(call, markOf(SEED));
  const { ids } = await victimsOf(description, [{ origin, token }]);
  return { origin, description, token: crewToken, rights, ids, spared };
}

test(
  'almost right requests get a response, each with a status below 500',
  async () => {
    const target = await product();
    const warmUp = () => attackByFuzz(target, SEED + 1, budget(400, 3_000));
    await expectNothingFound((seed) => attackByFuzz(target, seed, budget(1_500, 20_000)), { warmUp });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  },
  LIMIT_MS,
);

describe('the attack finds a broken product', () => {
  const description = descriptionOf('back-office', {
    paths: {
      '/b/api/things': {
        post: {
          requestBody: {
            content: {
              'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } },
            },
          },
        },
      },
    },
  });
  const target = (origin: string): FuzzTarget => ({
    origin,
    description,
    token: () => Promise.resolve('t'),
    rights: [],
    ids: new Map(),
  });
  const small = { requests: 300, isFull: false };

  test('whose parser has no bounds', async () => {
    const outcome = await withTwin(
      (request, response) =>
        void bodyOf(request).then((text) => {
          try {
            answer(response, JSON.parse(text));
          } catch (error) {
            response
              .writeHead(500, { 'content-type': 'text/html' })
              .end(`<pre>${(error as Error).stack}</pre>`);
          }
        }),
      (origin) => attackByFuzz(target(origin), 1, small),
    );
    expectFound(outcome, /answered 500/);
    expectFound(outcome, /not as a problem/);
    expectFound(outcome, /a stack trace|default page of Express/);
  });

  test('whose database error for a NUL is shown', async () => {
    const outcome = await withTwin(
      (request, response) =>
        void bodyOf(request).then((text) =>
          text.includes('\\u0000')
            ? problem(response, 400, 'x', { detail: 'invalid input syntax for type text' })
            : problem(response, 422),
        ),
      (origin) => attackByFuzz(target(origin), 1, small),
    );
    expectFound(outcome, /words of the database/);
  });

  test('whose log throws, so that no response is sent', async () => {
    const outcome = await withTwin(
      (request, response) =>
        void bodyOf(request).then((text) =>
          text.includes('<') ? request.socket.destroy() : problem(response, 422),
        ),
      (origin) => attackByFuzz(target(origin), 1, small),
    );
    expectFound(outcome, /no answer/);
  });

  test('with the same findings for the same seed', async () => {
    const runs = await withTwin(
      (_request, response) => response.writeHead(500).end(),
      async (origin) => [
        await attackByFuzz(target(origin), 7, small),
        await attackByFuzz(target(origin), 7, small),
        await attackByFuzz(target(origin), 8, small),
      ],
    );
    const cases = runs.map(({ findings }) =>
      findings
        .map((finding) => finding.case)
        .sort()
        .join('\n'),
    );
    expect(cases[0]).toBe(cases[1]);
    expect(cases[0]).not.toBe(cases[2]);
  });
});

describe('the verdict that every family shares', () => {
  const nothing = { family: 'none', seed: 1, requests: 1, findings: [] };
  const look = (...facts: Parameters<typeof vitalsOf>) =>
    watched(vitalsOf(...facts), () => Promise.resolve(nothing), { settleMs: 0 });

  test('has no findings when nothing changed', async () => {
    expect((await look([{}], [{}])).findings).toEqual([]);
  });
  test('detects a process that was restarted', async () => {
    expectFound(await look([{ pid: 1 }], [{ pid: 2 }]), /crm: the process ended/);
    expectFound(await look([{ restarts: 0 }], [{ restarts: 1 }]), /crm: the process ended/);
    expectFound(await look([{}], []), /crm: the process is gone/);
  });
  test('detects memory that is not released', async () => {
    expectFound(await look([{ rssMb: 150 }], [{ rssMb: 181 }]), /keeps 181 MB/);
    expect((await look([{ rssMb: 150 }], [{ rssMb: 179 }])).findings).toEqual([]);
  });
  test('detects lost readiness', async () => {
    expectFound(await look([{}], [{}], ['identity answered 503']), /readiness: identity answered 503/);
  });
  test('detects that nothing listens', async () => {
    const { origin, close } = await (await import('./lib/twin')).twin(() => undefined);
    await close();
    expect((await send(origin, { method: 'GET', path: '/' })).failure).toBe('ECONNREFUSED');
  });
});
