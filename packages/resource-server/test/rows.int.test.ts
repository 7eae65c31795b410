import { randomUUID } from 'node:crypto';
import { Problem } from '@coulisse/service-kit/problem';
import type { Answer } from '@coulisse/test-kit/describe-resource';
import {
  errors,
  sampleKernel,
  type Body,
  type CreatedRecord,
  type SampleKernel,
} from '@coulisse/sample/sample-kernel';
import { bill as billResource } from '@coulisse/sample/resources';
import { countStatements } from '@coulisse/sample/statement-counter';
import { defineCommand } from '../src/commands';

jest.setTimeout(60_000);

let kernel: SampleKernel;
beforeAll(async () => {
  kernel = await sampleKernel();
});
afterAll(() => kernel.close());

type Line = Body & { id: string };
const linesOf = (answer: Answer | Body, field = 'items') =>
  ((('body' in answer ? answer.body : answer) as Body)[field] as Line[]) ?? [];
const labels = (answer: Answer | Body, field = 'items') => linesOf(answer, field).map(({ label }) => label);
const line = (label: string, unitPrice = '10', values: Body = {}) => ({
  label,
  unitPrice,
  vatRate: '20',
  ...values,
});
const bill = (...items: Body[]) => kernel.create('bills', { title: 'Facture', items });
const delivery = (...lines: Body[]) => kernel.create('deliveries', { title: 'Bancs', lines });
const at = (version: number) => ({ 'if-match': `"${version}"` });
const rows = (record: CreatedRecord, method: string, end: string, body?: unknown, version = record.version) =>
  kernel.send(method, `bills/${record.id}/items${end}`, body, at(version));

/** Only a read returns the states that a record has been in. */
const withoutStates = ({ _states, ...record }: Body): Body => record;

describe('rows', () => {
  test('have derived values at each write, with the totals of their document', async () => {
    const made = await bill(line('a', '0.333333', { quantity: '1000', discount: '10' }), line('b'));
    expect(linesOf(made).map(({ totalHT, totalTTC, unitPrice }) => [totalHT, totalTTC, unitPrice])).toEqual([
      ['300.00', '360.00', '0.333333'],
      ['10.00', '12.00', '10'],
    ]);
    expect(made).toMatchObject({ totalHT: '310.00', totalTTC: '372.00' });
    const changed = await kernel.send('PATCH', `bills/${made.id}`, { priceEntry: 'TTC' }, at(1));
    expect(linesOf(changed).map(({ totalTTC }) => totalTTC)).toEqual(['300.00', '10.00']);
    const read = await kernel.read(`bills/${made.id}`);
    expect(withoutStates(read)).toEqual(changed.body);
    expect(read.vatTable).toEqual([
      { rate: '20', exemption: null, lines: '258.33', discount: '0.00', base: '258.33', vat: '51.67' },
    ]);
    const copy = await kernel.send('POST', `bills/${made.id}/duplicate`, {});
    expect(copy.body).toMatchObject({ totalTTC: '310.00', state: 'DRAFT' });
  });

  test('derived values are never accepted', async () => {
    const answer = await kernel.send('POST', 'bills', {
      title: 'x',
      items: [{ ...line('a'), totalHT: '1.00' }],
    });
    expect(errors(answer)).toEqual(['/items/0/totalHT validation.extra-fields']);
  });

  test('have rules, whose errors name the row', async () => {
    const answer = await kernel.send('POST', 'deliveries', {
      title: 'x',
      lines: [
        { label: 'a', quantity: 1, price: '1' },
        { label: 'rien', quantity: 1, price: '1' },
      ],
    });
    expect([answer.status, ...errors(answer)]).toEqual([422, '/lines/1/label validation.choice']);
    const unrated = await kernel.send('POST', 'bills', {
      title: 'x',
      items: [line('a', '1', { vatRate: null })],
    });
    expect(errors(unrated)).toEqual(['/items/0/vatRate validation.not-blank']);
  });

  test('an amount that is too large is refused by name', async () => {
    const huge = line('a', '99999999', { quantity: '9999999' });
    const answer = await kernel.send('POST', 'bills', { title: 'x', items: [huge, huge] });
    expect([answer.status, (answer.body as Body).code]).toEqual([
      422,
      expect.stringMatching(/^validation\./),
    ]);
    const discounted = await kernel.send('POST', 'bills', {
      title: 'x',
      items: [line('a')],
      discountKind: 'TTC',
      discountValue: '12.01',
    });
    expect([discounted.status, ...errors(discounted)]).toEqual([
      422,
      '/discountValue document.discount-above-total',
    ]);
  });
});

describe('one row', () => {
  test('is added, changed, moved and deleted under the version of its record', async () => {
    const made = await bill(line('a'), line('b'));
    const [first, second] = linesOf(made);
    const added = await rows(made, 'POST', '', line('c & <d>', '5'));
    expect(added).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: { totalHT: '25.00', version: 2 },
    });
    expect(labels(added)).toEqual(['a', 'b', 'c & <d>']);
    const third = linesOf(added)[2]!;
    const changed = await rows(made, 'PATCH', `/${second!.id}`, { unitPrice: '1' }, 2);
    expect(changed.body).toMatchObject({ totalHT: '16.00', version: 3 });
    const moved = await rows(made, 'POST', `/${third.id}/move`, { before: first!.id }, 3);
    expect(labels(moved)).toEqual(['c & <d>', 'a', 'b']);
    const last = await rows(made, 'POST', `/${third.id.toUpperCase()}/move`, { before: null }, 4);
    expect(labels(last)).toEqual(['a', 'b', 'c & <d>']);
    const deleted = await rows(made, 'DELETE', `/${first!.id}`, undefined, 5);
    expect(labels(deleted)).toEqual(['b', 'c & <d>']);
    expect(withoutStates(await kernel.read(`bills/${made.id}`))).toEqual(deleted.body);
    const history = await kernel.history(`bills/${made.id}`);
    expect(history.map(({ action }) => action)).toEqual([...Array<string>(5).fill('update'), 'create']);
    expect(history[0]!.changes.totalHT).toEqual(['16.00', '6.00']);
  });

  test('needs the current version', async () => {
    const made = await bill(line('a'));
    expect((await kernel.send('POST', `bills/${made.id}/items`, line('b'))).status).toBe(428);
    expect((await rows(made, 'POST', '', line('b'), 7)).status).toBe(412);
    const both = await Promise.all([rows(made, 'POST', '', line('b')), rows(made, 'POST', '', line('c'))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(linesOf(await kernel.read(`bills/${made.id}`))).toHaveLength(2);
  });

  test('is added once by a repeated request', async () => {
    const made = await bill();
    const add = () =>
      kernel.send('POST', `bills/${made.id}/items`, line('a'), { ...at(1), 'idempotency-key': made.id });
    expect([(await add()).status, (await add()).status]).toEqual([200, 200]);
    expect(linesOf(await kernel.read(`bills/${made.id}`))).toHaveLength(1);
  });

  test('is refused when it is wrong, unknown, or of another record or tenant', async () => {
    const [made, other] = [await bill(line('a')), await bill(line('z'))];
    const own = linesOf(made)[0]!.id;
    expect(errors(await rows(made, 'POST', '', { label: '', unitPrice: 'x', odd: 1 }))).toEqual(
      expect.arrayContaining(['/items/1/label validation.not-blank', '/items/1/odd validation.extra-fields']),
    );
    expect(errors(await rows(made, 'PATCH', `/${own}`, { label: null }))).toEqual([
      '/items/0/label validation.not-blank',
    ]);
    expect(errors(await rows(made, 'POST', `/${own}/move`, { before: linesOf(other)[0]!.id }))).toEqual([
      '/before validation.choice',
    ]);
    for (const row of [linesOf(other)[0]!.id, randomUUID(), 'x%00', '__proto__'])
      expect((await rows(made, 'PATCH', `/${row}`, { label: 'b' })).status).toBe(404);
    expect((await kernel.send('POST', `bills/${made.id}/totalHT`, {}, at(1))).status).toBe(404);
    const stranger = { tenantId: randomUUID(), rights: ['*'] };
    const stolen = await kernel.send('DELETE', `bills/${made.id}/items/${own}`, undefined, at(1), stranger);
    expect(stolen.status).toBe(404);
    const reader = { ...kernel.caller, rights: ['sample.bill.read'] };
    expect((await kernel.send('POST', `bills/${made.id}/items`, line('b'), at(1), reader)).status).toBe(403);
    expect(await kernel.read(`bills/${made.id}`)).toMatchObject({ version: 1 });
  });
});

describe('a locked document', () => {
  test('refuses other lines, prices and texts by name, and accepts the rest', async () => {
    const made = await bill(line('a'));
    await kernel.send('POST', `bills/${made.id}/transitions/post`);
    const patch = (body: Body) => kernel.send('PATCH', `bills/${made.id}`, body, { 'if-match': '*' });
    const [own] = linesOf(made);
    for (const [field, value] of [
      ['items', [line('b')]],
      ['items', []],
      ['groups', [{ label: 'g' }]],
      ['priceEntry', 'TTC'],
      ['discountKind', 'HT'],
      ['header', 'x'],
      ['issuedOn', '2026-12-01'],
    ] as const) {
      const answer = await patch({ [field]: value });
      expect([answer.status, ...errors(answer)]).toEqual([409, `/${field} record.locked-field`]);
    }
    for (const [method, end, body] of [
      ['POST', '', line('b')],
      ['PATCH', `/${own!.id}`, { label: 'b' }],
      ['DELETE', `/${own!.id}`, undefined],
    ] as const)
      expect((await rows(made, method, end, body, 2)).status).toBe(409);
    expect((await patch({ title: 'Autre', priceEntry: 'HT' })).status).toBe(200);
    expect(labels(await kernel.read(`bills/${made.id}`))).toEqual(['a']);
  });
});

describe('groups', () => {
  const grouped = () =>
    kernel.create('bills', {
      title: 'Devis',
      groups: [{ label: 'Salle' }, { label: 'Bar' }],
      items: [
        line('a', '100', { group: '/groups/0' }),
        line('b', '10', { group: '/groups/1' }),
        line('c', '5', { group: '/groups/1', option: 'proposed' }),
        line('d', '1'),
      ],
    });
  test('are named by their place in the request that creates them, and have subtotals', async () => {
    const made = await grouped();
    const [hall, bar] = linesOf(made, 'groups');
    expect(linesOf(made).map(({ group }) => group)).toEqual([hall!.id, bar!.id, bar!.id, null]);
    expect([hall, bar].map((group) => [group!.totalHT, group!.totalTTC])).toEqual([
      ['100.00', '120.00'],
      ['10.00', '12.00'],
    ]);
    expect(withoutStates(await kernel.read(`bills/${made.id}`))).toEqual(made);
    const chosen = await rows(made, 'PATCH', `/${linesOf(made)[2]!.id}`, {
      option: 'chosen',
      group: hall!.id,
    });
    expect(linesOf(chosen, 'groups').map(({ totalHT }) => totalHT)).toEqual(['105.00', '10.00']);
  });
  test('of a copy are its own', async () => {
    const made = await grouped();
    const copy = (await kernel.send('POST', `bills/${made.id}/duplicate`, {})).body as CreatedRecord;
    const own = linesOf(copy, 'groups').map(({ id }) => id);
    expect(own).not.toContain(linesOf(made, 'groups')[0]!.id);
    expect(linesOf(copy).map(({ group }) => group)).toEqual([own[0], own[1], own[1], null]);
  });
  test('are refused when they are of another record, or when lines lose theirs', async () => {
    const [made, other] = [await grouped(), await grouped()];
    const patch = (body: Body) => kernel.send('PATCH', `bills/${made.id}`, body, at(1));
    for (const group of [linesOf(other, 'groups')[0]!.id, '/groups/2', '/items/0', 'x', randomUUID()])
      expect(errors(await patch({ items: [line('a', '1', { group })] }))).toEqual([
        '/items/0/group validation.choice',
      ]);
    expect(errors(await patch({ groups: [] }))).toEqual([
      '/items/0/group validation.choice',
      '/items/1/group validation.choice',
      '/items/2/group validation.choice',
    ]);
  });
});

describe('states of rows', () => {
  const receive = (record: CreatedRecord, row: string, version: number, rights = ['*']) =>
    kernel.send('POST', `deliveries/${record.id}/lines/${row}/transitions/receive`, {}, at(version), {
      ...kernel.caller,
      rights,
    });
  test('change by their transitions, also when the rows are locked', async () => {
    const made = await delivery(
      { label: 'a', quantity: 2, price: '1.50' },
      { label: 'b', quantity: 0, price: '1' },
    );
    expect(withoutStates(await kernel.read(`deliveries/${made.id}`))).toEqual(made);
    expect(linesOf(made, 'lines').map(({ state, total }) => [state, total])).toEqual([
      ['PENDING', '3.00'],
      ['PENDING', '0.00'],
    ]);
    const [first, second] = linesOf(made, 'lines');
    await kernel.send('POST', `deliveries/${made.id}/transitions/order`);
    expect((await receive(made, first!.id, 2, ['sample.delivery.update'])).status).toBe(403);
    const received = await receive(made, first!.id, 2, ['sample.delivery.read', 'sample.delivery.receive']);
    expect([received.status, linesOf(received, 'lines').map(({ state }) => state)]).toEqual([
      200,
      ['RECEIVED', 'PENDING'],
    ]);
    expect((await receive(made, first!.id, 3)).status).toBe(409);
    const guarded = await receive(made, second!.id, 3);
    expect([guarded.status, ...errors(guarded)]).toEqual([422, '/lines/1/quantity validation.value-min']);
    expect((await receive(made, randomUUID(), 3)).status).toBe(404);
  });
  test('are never accepted as values', async () => {
    const answer = await kernel.send('POST', 'deliveries', {
      title: 'x',
      lines: [{ label: 'a', quantity: 1, price: '1', state: 'RECEIVED' }],
    });
    expect(errors(answer)).toEqual(['/lines/0/state validation.extra-fields']);
  });
});

test('a document of 200 lines is saved in at most 6 messages to the database', async () => {
  const items = Array.from({ length: 200 }, (_, n) =>
    line(`Ligne ${n}`, `${n}.25`, { group: `/groups/${n % 3}` }),
  );
  const groups = ['a', 'b', 'c'].map((label) => ({ label }));
  let made: CreatedRecord | undefined;
  const created = await countStatements(async () => {
    made = await kernel.create('bills', { title: 'Longue', groups, items });
  });
  const changed = linesOf(made!).map(({ id, label }) => line(`${String(label)} bis`, '2', { id }));
  const saved = await countStatements(() =>
    kernel.send('PATCH', `bills/${made!.id}`, { items: changed }, at(1)),
  );
  const added = await countStatements(() => rows(made!, 'POST', '', line('de plus'), 2));
  expect(labels(await kernel.read(`bills/${made!.id}`))).toHaveLength(201);
  expect([created, saved, added].map(({ messages, statements }) => [messages, statements.length])).toEqual([
    [2, 4],
    [3, 9],
    [3, 7],
  ]);
});

test('posting numbers documents without a gap, also when some posts fail', async () => {
  const failing = new Set<string>();
  const post = defineCommand(billResource, 'post', async ({ id, proceed }) => {
    const posted = await proceed();
    if (failing.has(id)) throw new Problem('http.404');
    return posted;
  });
  const other = await sampleKernel([], { commands: [post] });
  try {
    const bills = await Promise.all(
      Array.from({ length: 50 }, () => other.create('bills', { title: 'x', items: [line('a')] })),
    );
    for (const { id } of bills.filter((_bill, index) => index % 10 === 3)) failing.add(id);
    const answers = await Promise.all(
      bills.map(({ id }) => other.send('POST', `bills/${id}/transitions/post`)),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(5);
    const year = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Paris', year: 'numeric' }).format(
      new Date(),
    );
    const codes = answers
      .filter(({ status }) => status === 200)
      .map(({ body }) => String((body as Body).code));
    expect(codes.sort()).toEqual(
      Array.from({ length: 45 }, (_, n) => `FA-${year}-${String(n + 1).padStart(5, '0')}`),
    );
  } finally {
    await other.close();
  }
});
