import { randomUUID } from 'node:crypto';
import type { Answer, Caller } from '@coulisse/test-kit/describe-resource';
import { describeResource } from '@coulisse/test-kit/describe-resource';
import { systemActor } from '@coulisse/service-kit/actor';
import { runnerFor } from '@coulisse/sample/exchange-bench';
import { textsOf } from '@coulisse/sample/locales/texts';
import { gadget, shelf } from '@coulisse/sample/resources';
import { errors, sampleKernel, type SampleKernel } from '@coulisse/sample/sample-kernel';
import { countStatements } from '@coulisse/sample/statement-counter';
import type { Call } from '../src/types';
import { approvals, claim } from './support/claim.resource';

jest.setTimeout(60_000);

let kernel: SampleKernel;
let runner: ReturnType<typeof runnerFor>;
beforeAll(async () => {
  kernel = await sampleKernel([claim]);
  runner = runnerFor(kernel.server, kernel.database);
  runner.start();
});
afterAll(async () => {
  await runner.stop();
  await kernel.close();
});
const items = [{ label: 'Train', unitPrice: '100', vatRate: '20' }];
const make = (title = 'Avignon', path = 'bills') => kernel.create(path, { title, items });
const move = (id: string, name: string, body?: unknown, headers?: Record<string, string>, as?: Caller) =>
  kernel.send('POST', `bills/${id}/transitions/${name}`, body, headers, as);
const approve = (id: string, input: unknown = { reason: 'vu' }, headers?: Record<string, string>) =>
  move(id, 'approve', { input }, headers);
/** Another tenant, whose gadgets do not count. */
const stranger = (): Caller => ({ ...kernel.caller, tenantId: randomUUID() });

describe('the input of a transition', () => {
  test('reaches guards, values, effects, the event and the history', async () => {
    const { id } = await make();
    approvals.length = 0;
    const answer = await approve(id, { reason: '  vu & signé ', amount: '120.00' });
    expect(answer).toMatchObject({ status: 200, body: { state: 'POSTED', title: 'Avignon:   vu & signé ' } });
    expect(approvals).toEqual([
      { title: 'Avignon:   vu & signé ', state: 'POSTED', reason: '  vu & signé ', limit: 3 },
    ]);
    expect(await kernel.events(id)).toEqual(['changed']);
    const [posted] = await kernel.history(`bills/${id}`);
    expect(posted).toMatchObject({ action: 'approve', changes: { state: ['DRAFT', 'POSTED'] } });
  });

  test.each([
    ['a missing value', {}, ['/input/reason validation.not-blank']],
    ['no input at all', undefined, ['/input/reason validation.not-blank']],
    ['null for an input', null, ['/input/reason validation.not-blank']],
    ['a text for an input', 'vu', ['/input validation.type']],
    ['a list for an input', ['vu'], ['/input validation.type']],
    ['an unknown field', { reason: 'a', state: 'PAID' }, ['/input/state validation.extra-fields']],
    [
      'a name of the prototype',
      { reason: 'a', constructor: 1 },
      ['/input/constructor validation.extra-fields'],
    ],
    ['a wrong type', { reason: 3 }, ['/input/reason validation.type']],
    ['a long text', { reason: 'x'.repeat(201) }, ['/input/reason validation.length']],
    ['a control character', { reason: 'a\u0000b' }, ['/input/reason validation.format']],
    ['an amount as a float', { reason: 'a', amount: 1.5 }, ['/input/amount validation.number']],
    ['an unknown record', { reason: 'a', shelf: randomUUID() }, ['/input/shelf validation.choice']],
    ['a value that a rule refuses', { reason: 'a', amount: '999' }, ['/input/amount validation.value-max']],
  ])('%s is refused with its field, and nothing changes', async (_what, input, expected) => {
    const { id } = await make();
    const answer = await move(id, 'approve', input === undefined ? undefined : { input });
    expect([answer.status, errors(answer)]).toEqual([422, expected]);
    expect(await kernel.read(`bills/${id}`)).toMatchObject({ state: 'DRAFT', version: 1, code: null });
  });

  test('of another tenant cannot be referred to', async () => {
    const other = stranger();
    const body = { name: `s ${randomUUID()}` };
    const foreign = (await kernel.send('POST', 'shelves', body, {}, other)).body as { id: string };
    const own = await kernel.create('shelves', body);
    const { id } = await make();
    expect(errors(await approve(id, { reason: 'a', shelf: foreign.id }))).toEqual([
      '/input/shelf validation.choice',
    ]);
    expect((await approve(id, { reason: 'a', shelf: own.id })).status).toBe(200);
  });

  test('is refused by a transition without input, and its values may not break a rule of the record', async () => {
    const { id } = await make();
    await approve(id);
    expect(errors(await move(id, 'reopen', { input: { reason: 'x' } }))).toEqual([
      '/input/reason validation.extra-fields',
    ]);
    const other = await make('refusé');
    const answer = await approve(other.id);
    expect([answer.status, errors(answer)]).toEqual([422, ['/title validation.choice']]);
    expect(await kernel.read(`bills/${other.id}`)).toMatchObject({ state: 'DRAFT' });
  });

  test('is the same for all records of a bulk action, and validated once', async () => {
    const made = await Promise.all([make('a'), make('b')]);
    const ids = made.map(({ id }) => id);
    const order = { action: 'transition', transition: 'approve', ids };
    expect(errors(await kernel.send('POST', 'bills/_bulk', order))).toEqual([
      '/input/reason validation.not-blank',
    ]);
    const done = await kernel.send('POST', 'bills/_bulk', { ...order, input: { reason: 'tous' } });
    expect(done.body).toMatchObject({ done: 2, failed: 0 });
    expect(await kernel.read(`bills/${ids[0]}`)).toMatchObject({ title: 'a: tous', state: 'POSTED' });
    expect(errors(await kernel.send('POST', 'bills/_bulk', { action: 'delete', ids, input: {} }))).toEqual([
      '/input validation.choice',
    ]);
    const expire = { action: 'transition', transition: 'expire', ids };
    expect(errors(await kernel.send('POST', 'bills/_bulk', expire))).toEqual([
      '/transition validation.choice',
    ]);
  });
});

describe('guards', () => {
  test('decide from the actor: nobody approves a claim of their own', async () => {
    const { id } = await make('Tess Tester');
    expect(await approve(id)).toMatchObject({ status: 422, body: { code: 'holiday.no-line' } });
  });

  test('decide from facts, and buttons show the same answer', async () => {
    const as = stranger();
    const made = (await kernel.send('POST', 'bills', { title: 'Pleine', items }, {}, as)).body as {
      id: string;
    };
    const offered = async () =>
      ((await kernel.send('GET', `bills/${made.id}`, undefined, {}, as)).body as { _actions: unknown[] })
        ._actions;
    expect(await offered()).toMatchObject([{ name: 'approve', allowed: true }, { name: 'reopen' }]);
    for (const name of ['a', 'b', 'c'])
      await kernel.send('POST', 'gadgets', { name, price: '1', kind: 'TOOL' }, {}, as);
    const blockers = [{ code: 'transition.no-items.bill' }];
    expect(await offered()).toMatchObject([
      { name: 'approve', allowed: false, blockers },
      { name: 'reopen' },
    ]);
    expect(await move(made.id, 'approve', { input: { reason: 'x' } }, {}, as)).toMatchObject({
      status: 422,
      body: { code: 'transition.no-items.bill' },
    });
  });

  test('cost one statement for all transitions together, and none where no guard asks', async () => {
    const { id } = await make();
    const plain = await kernel.create('shelves', { name: `s ${randomUUID()}` });
    const read = async (path: string) =>
      (await countStatements(() => kernel.read(path))).statements.filter((text) => !/\bjob\b/.test(text));
    expect(await read(`shelves/${plain.id}`)).toHaveLength(1);
    const statements = await read(`bills/${id}`);
    expect(statements).toHaveLength(2);
    expect(statements[1]).toContain('AS gadgets');
  });

  test('may read their facts by one statement only', async () => {
    const chatty = {
      ...claim,
      lifecycle: {
        ...claim.lifecycle!,
        facts: async (reader: { query(text: string, values: unknown[]): Promise<unknown> }) => {
          await reader.query('SELECT 1', []);
          await reader.query('SELECT 2', []);
          return [];
        },
      },
    };
    const other = await sampleKernel([chatty]);
    try {
      await expect(other.create('bills', { title: 'x', items })).rejects.toThrow('more than one statement');
    } finally {
      await other.close();
    }
  });
});

test('an effect that fails rolls back the state, the number, the history and the event', async () => {
  const { id } = await make();
  await expect(approve(id, { reason: 'fail' })).rejects.toThrow('the effect failed');
  expect(await kernel.read(`bills/${id}`)).toMatchObject({ state: 'DRAFT', version: 1, code: null });
  expect(await kernel.events(id)).toEqual([]);
  expect(await kernel.history(`bills/${id}`)).toHaveLength(1);
});

describe('a transition of the system', () => {
  test('is refused to people with every right, and done by the system', async () => {
    const { id } = await make();
    expect(await move(id, 'expire')).toMatchObject({
      status: 403,
      body: { code: 'security.insufficient-privilege' },
    });
    const actions = (await kernel.read(`bills/${id}`))._actions as { name: string }[];
    expect(actions.map(({ name }) => name)).toEqual(['approve', 'reopen']);
    const moved = await kernel.server.pipeline.transition(system(), id, 'expire', null);
    expect(moved).toMatchObject({ state: 'PAID' });
    const [entry] = await kernel.history(`bills/${id}`);
    expect(entry).toMatchObject({ action: 'expire', actor: null });
  });
});

const system = (): Call => ({
  resource: claim,
  actor: systemActor(kernel.caller.tenantId, 'payment accepted'),
  language: 'fr',
});
const recompute = (ids: readonly string[]) => {
  const call = system();
  return kernel.database.db.inTenant(call.actor, (tx) =>
    kernel.server.pipeline.resources.of(call.resource).recompute(tx, call.actor, ids),
  );
};
const pay = (id: string, rank: number) => kernel.create('shelves', { name: `${id} ${rank}`, rank });

describe('states that follow from a ledger', () => {
  test('are recomputed by one call, forwards and back, with history and version', async () => {
    const { id } = await make();
    expect(await recompute([id])).toEqual([]);
    await approve(id);
    await pay(id, 60);
    expect(await recompute([id, id])).toEqual([]);
    const rest = await pay(id, 61);
    expect(await recompute([id])).toEqual([id]);
    expect(await kernel.read(`bills/${id}`)).toMatchObject({ state: 'PAID', version: 3 });
    await kernel.send('DELETE', `shelves/${rest.id}`);
    expect(await recompute([id])).toEqual([id]);
    const record = await kernel.read(`bills/${id}`);
    expect(record).toMatchObject({ state: 'POSTED', version: 4 });
    const history = await kernel.history(`bills/${id}`);
    expect(history.map(({ action, changes }) => [action, changes.state])).toEqual([
      ['recompute', ['PAID', 'POSTED']],
      ['recompute', ['POSTED', 'PAID']],
      ['approve', ['DRAFT', 'POSTED']],
      ['create', [null, 'DRAFT']],
    ]);
    const states = record._states as { state: string; at: string }[];
    expect(states.map(({ state }) => state)).toEqual(['DRAFT', 'POSTED', 'PAID', 'POSTED']);
    for (const { at } of states) expect(new Date(at).toISOString()).toBe(at);
  });

  test('cannot be set by people', async () => {
    const { id } = await make();
    await approve(id);
    expect((await move(id, 'recompute')).status).toBe(409);
    expect(errors(await kernel.send('PATCH', `bills/${id}`, { state: 'PAID' }, { 'if-match': '*' }))).toEqual(
      ['/state validation.extra-fields'],
    );
  });
});

/** Two people who approve the same claim at once; `wait` is what the second one does before the request. */
async function race(id: string, version: number): Promise<Answer[]> {
  const ifMatch = { 'if-match': `"${version}"` };
  return Promise.all([approve(id, { reason: 'un' }, ifMatch), approve(id, { reason: 'deux' }, ifMatch)]);
}
/** The rule of a lost race: one winner, one loser who learns what changed. */
function expectOneWinner(answers: readonly Answer[]): void {
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'record.changed',
    current: { state: 'POSTED', version: 2 },
    changes: [
      {
        action: 'approve',
        actor: 'Tess Tester',
        fields: expect.arrayContaining(['state', 'title']) as unknown,
      },
    ],
  });
}

describe('two people at once', () => {
  test('one wins; the other gets 409 with what changed', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, version } = await make();
      expectOneWinner(await race(id, version));
      expect((await kernel.history(`bills/${id}`)).map(({ action }) => action)).toEqual([
        'approve',
        'create',
      ]);
    }
  });

  test('without the lock, the same test fails', async () => {
    const { store } = kernel.server.pipeline;
    const lock = jest
      .spyOn(store, 'lock')
      .mockImplementation((tx, resource, id) => store.read(tx, resource, id));
    try {
      // Both read the same version before either writes: the write then refuses with 412, and names no change.
      const answers: Answer[] = [];
      for (let round = 0; round < 10 && !answers.some(({ status }) => status === 412); round++) {
        const { id, version } = await make();
        answers.push(...(await race(id, version)));
      }
      expect(() => expectOneWinner(answers.slice(-2))).toThrow();
    } finally {
      lock.mockRestore();
    }
  });

  test('without a version, the loser learns the current state and who changed it', async () => {
    const { id } = await make();
    expect((await approve(id)).status).toBe(200);
    expect(await approve(id)).toMatchObject({
      status: 409,
      body: {
        code: 'transition.impossible',
        current: { state: 'POSTED', version: 2 },
        changes: [{ action: 'approve', actor: 'Tess Tester' }],
      },
    });
  });

  test('comments and revealed fields are no changes of the record', async () => {
    const { id, version } = await make();
    await kernel.send('PATCH', `bills/${id}`, { title: 'Autre' }, { 'if-match': '"1"' });
    await kernel.send('POST', `bills/${id}/comments`, { text: 'vu' });
    const answer = await approve(id, { reason: 'un' }, { 'if-match': `"${version}"` });
    expect(answer).toMatchObject({
      status: 409,
      body: { changes: [{ action: 'update', fields: ['title'] }] },
    });
    expect((answer.body as { changes: unknown[] }).changes).toHaveLength(1);
  });
});

const tenants = [randomUUID(), randomUUID()] as const;
describeResource(claim, {
  request: (...call) => kernel.server.request(...call),
  tenants: () => tenants,
  locales: textsOf([claim]),
  resources: [claim, shelf, gadget],
  transitionInput: { approve: { reason: 'vu' } },
  // A line has a rate or an exemption, never both.
  input: () => ({ title: 'Frais', items: [{ label: 'Train', unitPrice: '100', vatRate: '20' }] }),
  // No gadget there: nothing may be reopened.
  setState: async (_caller, id, state) => {
    await kernel.database.asSuperuser(`UPDATE bill SET state = '${state}'::bill_state WHERE id = '${id}'`);
  },
});
