import { blocked, type ErasedLifecycle, type ResourceDefinition } from '@coulisse/resource';
import { defineCommand } from '../src/commands';
import { bill } from '@coulisse/sample/resources';
import { errors, sampleKernel, type SampleKernel } from '@coulisse/sample/sample-kernel';

jest.setTimeout(60_000);

const lifecycle = (bill as ResourceDefinition).lifecycle as ErasedLifecycle;
/** Bills with automatic transitions: a posted, paid bill becomes PAID; « boucle » is then reopened, without end. */
const eager: ResourceDefinition = {
  ...(bill as ResourceDefinition),
  lifecycle: {
    ...lifecycle,
    transitions: {
      ...lifecycle.transitions,
      pay: {
        from: ['POSTED'],
        to: 'PAID',
        auto: true,
        when: ({ paid }) => paid === true,
        needs: [({ record: { title } }) => title === 'retenue' && blocked('holiday.no-line')],
      },
      reopen: { from: ['PAID'], to: 'POSTED', auto: true, when: ({ title }) => title === 'boucle' },
    },
  },
};
let kernel: SampleKernel;
const paying: unknown[] = [];
const pay = defineCommand(bill, 'pay', async ({ record, proceed }) => {
  paying.push(record.state);
  return proceed();
});
beforeAll(async () => {
  kernel = await sampleKernel([eager], { commands: [pay] });
});
afterAll(() => kernel.close());
const items = [{ label: 'Location', unitPrice: '100', vatRate: '20' }];
const move = (id: string, name: string, body?: unknown, headers?: Record<string, string>) =>
  kernel.send('POST', `bills/${id}/transitions/${name}`, body, headers);

describe('a transition', () => {
  test('from a wrong state is refused with the reason, in the language of the caller', async () => {
    const { id } = await kernel.create('bills', { title: 'Une', items });
    const answer = await move(id, 'back_to_draft', {}, { 'accept-language': 'fr' });
    const detail = 'Cette action n’est pas possible dans l’état « sample.bill.state.DRAFT (fr) ».';
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'transition.impossible',
        errors: [{ pointer: '/state', code: 'transition.wrong-state', detail }],
        blockers: [{ code: 'transition.impossible', params: { state: 'DRAFT' }, detail }],
      },
    });
    expect((await kernel.read(`bills/${id}`))._actions).toEqual([
      { name: 'post', allowed: true, blockers: [] },
      {
        name: 'back_to_draft',
        allowed: false,
        blockers: [expect.objectContaining({ code: 'transition.impossible' })],
      },
    ]);
  });

  test('that guards block returns all blockers', async () => {
    const { id } = await kernel.create('holidays', { title: 'Vide', lines: [] });
    expect(await kernel.send('POST', `holidays/${id}/transitions/valid`)).toMatchObject({
      status: 422,
      body: {
        code: 'holiday.no-line',
        errors: [{ pointer: '', code: 'holiday.no-line' }],
        blockers: [{ code: 'holiday.no-line', params: {}, detail: 'The holiday has no line.' }],
      },
    });
  });

  test('records both states and the comment in the history', async () => {
    const { id } = await kernel.create('bills', { title: 'Dite', items });
    expect((await move(id, 'post', { comment: '  vu avec la régie ' })).body).toMatchObject({
      state: 'POSTED',
    });
    expect((await move(id, 'back_to_draft', {})).status).toBe(200);
    const [back, posted] = await kernel.history(`bills/${id}`);
    expect(back).toMatchObject({ action: 'back_to_draft', changes: { state: ['POSTED', 'DRAFT'] } });
    expect(back!.changes).not.toHaveProperty('comment');
    expect(posted).toMatchObject({
      action: 'post',
      changes: { state: ['DRAFT', 'POSTED'], comment: [null, 'vu avec la régie'] },
    });
    expect(errors(await move(id, 'post', { comment: 'x'.repeat(2001) }))).toEqual([
      '/comment validation.length',
    ]);
    expect(errors(await move(id, 'post', { state: 'PAID' }))).toEqual(['/state validation.extra-fields']);
  });

  test('gets its number once, in a series without a gap', async () => {
    const year = new Date().getFullYear();
    const made = await Promise.all(
      ['a', 'b', 'c'].map((title) => kernel.create('bills', { title: `N ${title}`, items })),
    );
    expect(made.map(({ code }) => code)).toEqual([null, null, null]);
    // A transition that fails after it took a number releases it.
    const failed = await kernel.create('bills', { title: 'boucle', paid: true, items });
    await expect(move(failed.id, 'post')).rejects.toThrow('without end');
    const posted = await Promise.all(made.map(({ id }) => move(id, 'post')));
    const codes = posted.map(({ body }) => (body as { code: string }).code).sort();
    const first = Number(codes[0]!.slice(-5));
    expect(codes).toEqual([0, 1, 2].map((n) => `FA-${year}-${String(first + n).padStart(5, '0')}`));
    await move(made[0]!.id, 'back_to_draft');
    expect((await move(made[0]!.id, 'post')).body).toMatchObject({
      code: (posted[0]!.body as { code: string }).code,
    });
  });
});

describe('an automatic transition', () => {
  test('runs after each write in the same transaction, by its command, with its own history entry', async () => {
    const { id } = await kernel.create('bills', { title: 'Payée', paid: true, items });
    paying.length = 0;
    const posted = await move(id, 'post');
    expect(posted).toMatchObject({
      status: 200,
      headers: { etag: '"3"' },
      body: { state: 'PAID', version: 3 },
    });
    expect(paying).toEqual(['POSTED']);
    const history = await kernel.history(`bills/${id}`);
    expect(history.map(({ action, changes, actor }) => [action, changes.state, actor])).toEqual([
      ['pay', ['POSTED', 'PAID'], 'Tess Tester'],
      ['post', ['DRAFT', 'POSTED'], 'Tess Tester'],
      ['create', [null, 'DRAFT'], 'Tess Tester'],
    ]);
  });

  test('runs after an update, too', async () => {
    const { id } = await kernel.create('bills', { title: 'Réglée', items });
    await move(id, 'post');
    const changed = await kernel.send('PATCH', `bills/${id}`, { paid: true }, { 'if-match': '"2"' });
    expect(changed.body).toMatchObject({ state: 'PAID', version: 4 });
  });

  test('does not run if a guard blocks it, and cannot be requested', async () => {
    const { id } = await kernel.create('bills', { title: 'retenue', paid: true, items });
    expect((await move(id, 'post')).body).toMatchObject({ state: 'POSTED' });
    expect(await move(id, 'pay')).toMatchObject({ status: 409, body: { code: 'transition.impossible' } });
  });

  test('that never ends rolls everything back', async () => {
    const { id } = await kernel.create('bills', { title: 'boucle', paid: true, items });
    await expect(move(id, 'post')).rejects.toThrow('moves by itself without end');
    expect(await kernel.read(`bills/${id}`)).toMatchObject({ state: 'DRAFT', version: 1, code: null });
  });
});
