import { randomUUID } from 'node:crypto';
import { payAtBank, progressOf, saleUpToBank } from '../support/sale';
import { eventually, stackUrl, tokenOf } from '../support/stack';
import { attackIdentities, type IdentitiesTarget } from './identities';
import {
  changed,
  expiredToken,
  masterToken,
  publicToken,
  signedByAnother,
  signedByPublicKey,
  unsigned,
} from './lib/keycloak';
import { descriptionOf } from './lib/openapi';
import { productDescription, staffed } from './lib/product';
import { budget, expectFound, expectNothingFound, LIMIT_MS, SEED } from './lib/run';
import { markOf, plantCanaries } from './lib/theatre';
import { answer, problem, withTwin } from './lib/twin';
import { NOBODY, victimsOf } from './lib/victims';

const DEMONSTRATION = 'admin@lumiere.example';

/** Values of `Authorization` that identify nobody. */
async function strangers(token: string, login: string): Promise<Record<string, string | undefined>> {
  const bearer = (value: string) => `Bearer ${value}`;
  return {
    nobody: undefined,
    'an empty token': 'Bearer ',
    'a garbled token': bearer(`${token.slice(0, -20)}${'A'.repeat(20)}`),
    'half a token': bearer(token.slice(0, token.length >> 1)),
    'another scheme': `Basic ${Buffer.from('admin:admin').toString('base64')}`,
    'an expired token': bearer(await expiredToken(login)),
    'no algorithm': bearer(unsigned(token)),
    'no algorithm in capitals': bearer(unsigned(token, 'NONE')),
    'another key': bearer(signedByAnother(token)),
    'the public key as a secret': bearer(await signedByPublicKey(token)),
    'claims of another theatre': bearer(changed(token, { tenant_id: NOBODY, sub: NOBODY })),
    'the public realm': bearer(await publicToken()),
    'the realm of Keycloak itself': bearer(await masterToken()),
  };
}

async function product(): Promise<IdentitiesTarget> {
  const mark = markOf(SEED);
  const origin = stackUrl();
  const [mine, other] = [await staffed('attack-one'), await staffed('attack-two', 3)];
  await plantCanaries(mine.call, mark);
  const sale = await saleUpToBank();
  await payAtBank(sale);
  await eventually(async () => expect(await progressOf(sale)).toMatchObject({ documentReady: true }), 60_000);
  const demonstration = { origin, token: () => tokenOf(DEMONSTRATION) };
  let demonstrationToken: Promise<string> | undefined;
  const owners = [mine, { ...demonstration, token: () => (demonstrationToken ??= demonstration.token()) }];
  const description = await productDescription();
  return {
    origin,
    description,
    strangers: await strangers(await mine.token(), mine.administrator),
    intruder: { token: other.crewToken, rights: other.rights },
    lesser: { token: mine.deskToken, rights: mine.deskRights },
    owners,
    victims: await victimsOf(description, owners),
    canaries: [mark, mark.toLowerCase(), sale.email],
    publicIds: { reservation: sale.reservation.id, otherCart: randomUUID() },
  };
}

test(
  'no caller reads or changes records of others, by any route',
  async () => {
    const target = await product();
    await expectNothingFound((seed) => attackIdentities(target, seed, budget(700, 50_000)));
  },
  LIMIT_MS,
);

describe('the attack finds a broken product', () => {
  const things = '/b/api/things';
  const description = descriptionOf('back-office', {
    paths: {
      [things]: { get: { 'x-right': 'thing.read' }, post: { 'x-right': 'thing.create' } },
      [`${things}/{id}`]: { get: { 'x-right': 'thing.read' }, delete: { 'x-right': 'thing.delete' } },
    },
  });
  const SECRET = 'CANARY-of-another-theatre';
  const ID = randomUUID();
  const target = (origin: string): IdentitiesTarget => ({
    origin,
    description,
    strangers: { nobody: undefined, 'a garbled token': 'Bearer x' },
    intruder: { token: () => Promise.resolve('intruder'), rights: ['thing.*'] },
    lesser: { token: () => Promise.resolve('desk'), rights: ['thing.read'] },
    owners: [{ origin, token: () => Promise.resolve('owner') }],
    victims: { ids: new Map([[things, [ID]]]), records: [{ collection: things, id: ID, version: '1' }] },
    canaries: [SECRET],
  });
  const small = { requests: 100, isFull: true };
  /** A correct product, except where `slip` returns a response. */
  const against = (
    slip: (caller: string, method: string, path: string) => { status: number; body?: unknown } | null,
  ) =>
    withTwin(
      (request, response) => {
        const caller = (request.headers.authorization ?? '').replace('Bearer ', '');
        const [path = ''] = (request.url ?? '').split('?');
        const slipped = slip(caller, request.method ?? '', path);
        if (slipped?.status) {
          if (slipped.status >= 400) problem(response, slipped.status);
          else answer(response, slipped.body ?? {}, slipped.status);
        } else if (!['intruder', 'desk', 'owner'].includes(caller)) problem(response, 401);
        else if (caller === 'desk' && request.method !== 'GET') problem(response, 403);
        else if (caller === 'owner') answer(response, { id: ID, version: 1 });
        else if (path === things) answer(response, { items: [] });
        else problem(response, 404);
      },
      (origin) => attackIdentities(target(origin), 1, small),
    );

  test('and reports nothing for a correct one', async () => {
    expect((await against(() => null)).findings).toEqual([]);
  });
  test('whose route has lost its check', async () => {
    const outcome = await against((_who, method) => (method === 'DELETE' ? { status: 204 } : null));
    expectFound(outcome, /nobody DELETE \/b\/api\/things\/\{id\}: answered 204, not 401/);
    expectFound(outcome, /without thing.delete DELETE .*: answered 204, not 403/);
    expectFound(outcome, /another theatre DELETE .*: answered 204/);
  });
  test('that responds with the records of another tenant', async () => {
    const outcome = await against((caller, method, path) =>
      caller === 'intruder' && method === 'GET' && path === things
        ? { status: 200, body: { items: [{ id: ID, name: SECRET }] } }
        : null,
    );
    expectFound(outcome, new RegExp(`holds ${SECRET}`));
    expectFound(outcome, new RegExp(`holds ${ID}`));
  });
  test('that reveals that a record of another tenant exists', async () => {
    const outcome = await against((caller, _method, path) =>
      caller === 'intruder' && path !== things ? { status: 403 } : null,
    );
    expectFound(outcome, /answered 403 .*not 404/);
  });
  test('that changes a record of another tenant', async () => {
    const outcome = await against((caller, _method, path) =>
      caller === 'owner' && path !== things ? { status: 200, body: { id: ID, version: 2 } } : null,
    );
    expectFound(outcome, /has changed/);
  });
});
