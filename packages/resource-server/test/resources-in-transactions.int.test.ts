import { randomUUID } from 'node:crypto';
import { systemActor, withAllRights, type Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import { defineResource, text } from '@coulisse/resource';
import { gadget, shelf } from '@coulisse/sample/resources';
import { sampleKernel, type SampleKernel } from '@coulisse/sample/sample-kernel';
import { countStatements } from '@coulisse/sample/statement-counter';
import { emission } from '../src/emission';
import { claim } from './support/claim.resource';

jest.setTimeout(60_000);

let kernel: SampleKernel;
beforeAll(async () => {
  kernel = await sampleKernel([claim]);
});
afterAll(() => kernel.close());

const tenantId = () => kernel.caller.tenantId;
const robot = () => systemActor(tenantId(), 'stock count');
const person = (rights: readonly string[], userId = randomUUID()): Actor => ({
  ...robot(),
  kind: 'staff',
  userId,
  displayName: 'Ada Régie',
  rights,
});
const resources = () => kernel.server.pipeline.resources;
const inTenant = <R>(actor: Actor, work: (tx: Tx) => Promise<R>) => kernel.database.db.inTenant(actor, work);
const asRobot = <R>(work: (tx: Tx, actor: Actor) => Promise<R>) =>
  inTenant(robot(), (tx) => work(tx, tx.actor));
const newClaim = (title = 'Avignon') =>
  asRobot((tx, actor) => resources().of(claim).create(tx, actor, { title }));
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) =>
      error instanceof Problem
        ? [error.code, ...error.errors.map(({ pointer, code }) => `${pointer} ${code}`)]
        : String(error),
  );

describe('the operations of a service on its records, in an open transaction', () => {
  test('write fields that callers cannot, with defaults, derived values, history and the named actor', async () => {
    const created = await inTenant(person([]), (tx) =>
      resources()
        .of(gadget)
        .create(tx, robot(), { name: 'Tabouret', price: '12', kind: 'TOY', reference: 'T & 1' }),
    );
    expect(created).toMatchObject({
      reference: 'T & 1',
      partsCount: 0,
      price: '12.00',
      fragile: false,
      version: 1,
    });
    expect(await kernel.read(`gadgets/${created.id}`)).toMatchObject({
      reference: 'T & 1',
      code: created.code,
    });
    const stored = await kernel.database.asSuperuser(
      `SELECT actor_id, actor_name, action FROM kit.history WHERE entity_id = '${created.id}'`,
    );
    expect(stored).toEqual([{ actor_id: null, actor_name: 'stock count', action: 'create' }]);
  });

  test('refuse a wrong value, and a rule, by name', async () => {
    const make = (values: object) =>
      problemOf(asRobot((tx, actor) => resources().of(gadget).create(tx, actor, values)));
    expect(await make({ name: 'Tabouret', price: 'x', kind: 'TOY' })).toEqual([
      'validation.failed',
      expect.stringMatching(/^\/price /),
    ]);
    expect(await make({ name: 'Tabouret', price: '1', kind: 'TOY', nothing: 1 })).toEqual([
      'validation.failed',
      '/nothing validation.extra-fields',
    ]);
    expect(await make({ name: 'Tabouret', price: '1', kind: 'TOY', weight: '13' })).toContain(
      '/weight validation.choice',
    );
    expect(await make({ name: 'Tabouret', price: '1', kind: 'TOY', state: 'PAID' })).toEqual([
      'validation.failed',
      '/state validation.extra-fields',
    ]);
  });

  test('accept from a caller only what callers can write', async () => {
    const body = { name: 'Tabouret', price: '1', kind: 'TOY' };
    const make = (values: object) =>
      asRobot((tx, actor) =>
        resources()
          .of(gadget)
          .createFrom(tx, actor, { ...body, ...values }),
      );
    expect(await problemOf(make({ reference: 'mine' }))).toEqual([
      'validation.failed',
      '/reference validation.extra-fields',
    ]);
    expect((await make({})).name).toBe('Tabouret');
  });

  test('record a change under its own name, with its own event and a comment', async () => {
    const { id } = await newClaim();
    const event = emission('crm.tiers.v1', {
      $case: 'changed',
      value: { tiersId: id, version: 2, label: 'counted' },
    });
    const changed = await asRobot((tx, actor) =>
      resources()
        .of(claim)
        .update(tx, actor, id, { title: 'Lyon' }, { action: 'counted', event, comment: 'à la main' }),
    );
    expect(changed).toMatchObject({ title: 'Lyon', version: 2 });
    const [entry] = await kernel.history(`bills/${id}`);
    expect(entry).toMatchObject({
      action: 'counted',
      changes: { title: ['Avignon', 'Lyon'], comment: [null, 'à la main'] },
    });
    expect(await kernel.events(id)).toEqual(['changed']);
  });

  test('do not read a locked record again, and refuse it when it is stale', async () => {
    const { id } = await newClaim();
    const { statements } = await countStatements(() =>
      asRobot(async (tx, actor) => {
        const locked = await resources().of(claim).lock(tx, actor, id);
        await resources()
          .of(claim)
          .update(tx, actor, locked, { title: `${locked.record.title} 2` });
      }),
    );
    expect(statements.filter((sql) => /FROM "?bill"? t[^]*FOR UPDATE/.test(sql))).toHaveLength(1);
    const stale = asRobot(async (tx, actor) => {
      const locked = await resources().of(claim).lock(tx, actor, id);
      await resources().of(claim).update(tx, actor, locked, { title: 'first' });
      await resources().of(claim).update(tx, actor, locked, { title: 'second' });
    });
    expect(await problemOf(stale)).toEqual(['record.changed']);
    expect(await kernel.read(`bills/${id}`)).toMatchObject({ title: 'Avignon 2' });
  });

  test('execute a transition with its guards, and together with what else the transaction does', async () => {
    const { id } = await newClaim();
    const both = (fails: boolean) =>
      asRobot(async (tx, actor) => {
        await resources()
          .of(claim)
          .transition(tx, actor, id, 'approve', { reason: 'vu', amount: null, shelf: null });
        await resources()
          .of(shelf)
          .create(tx, actor, { name: `R ${id.slice(-8)}`, rank: 1 });
        if (fails) throw new Error('after both');
      });
    expect(await problemOf(both(true))).toBe('Error: after both');
    expect(await kernel.read(`bills/${id}`)).toMatchObject({ state: 'DRAFT', version: 1 });
    await both(false);
    expect(await kernel.read(`bills/${id}`)).toMatchObject({ state: 'POSTED' });
    expect(await problemOf(both(false))).toContain('transition.impossible');
  });

  test('write a state that follows from the new values with them', async () => {
    const { id } = await newClaim();
    await asRobot((tx, actor) =>
      resources().of(claim).transition(tx, actor, id, 'approve', { reason: 'vu', amount: null, shelf: null }),
    );
    // The claim is worth nothing, so it is paid as soon as that is looked at.
    const paid = await asRobot((tx, actor) =>
      resources().of(claim).update(tx, actor, id, { paid: true }, { action: 'pay', derivesState: true }),
    );
    expect(paid).toMatchObject({ state: 'PAID', paid: true, version: 3 });
    const [entry] = await kernel.history(`bills/${id}`);
    expect(entry).toMatchObject({
      action: 'pay',
      changes: { state: ['POSTED', 'PAID'], paid: [false, true] },
    });
  });

  test('need the right, unless another one that was checked leads to them', async () => {
    const { id } = await newClaim();
    const reader = person(['sample.bill.read']);
    const change = (actor: Actor) =>
      problemOf(inTenant(reader, (tx) => resources().of(claim).update(tx, actor, id, { paid: true })));
    expect(await change(reader)).toEqual(['security.insufficient-privilege']);
    expect(await change(withAllRights(reader))).toBeNull();
    const [entry] = await kernel.history(`bills/${id}`);
    expect(entry).toMatchObject({ actor: 'Ada Régie' });
    const blind = person([]);
    const read = inTenant(blind, (tx) => resources().of(claim).read(tx, blind, id));
    expect(await problemOf(read)).toEqual(['security.insufficient-privilege']);
  });

  test('refuse an actor of another tenant, and another person whose rights depend on whose record it is', async () => {
    const { id } = await newClaim();
    const stranger = systemActor(randomUUID(), 'elsewhere');
    const read = (actor: Actor) => problemOf(asRobot((tx) => resources().of(claim).read(tx, actor, id)));
    expect(await read(stranger)).toMatch(/acts in a transaction of/);
    expect(await read(person(['sample.bill.read:own']))).toMatch(/of somebody else/);
  });

  test('delete under a name of the history, and not a record that is gone', async () => {
    const { id } = await newClaim();
    const remove = () =>
      problemOf(asRobot((tx, actor) => resources().of(claim).delete(tx, actor, id, 'undo')));
    expect(await remove()).toBeNull();
    expect(await remove()).toEqual(['http.404']);
    const stored = await kernel.database.asSuperuser(
      `SELECT action FROM kit.history WHERE entity_id = '${id}' ORDER BY at DESC, id DESC LIMIT 1`,
    );
    expect(stored).toEqual([{ action: 'undo' }]);
  });

  test('do not exist for a resource of another service', () => {
    const elsewhere = defineResource('elsewhere.thing', {
      path: 'elsewhere/things',
      rights: 'elsewhere.thing',
      fields: { name: text().required() },
      list: ['name'],
      label: 'name',
      sort: 'name',
    });
    expect(() => resources().of(elsewhere)).toThrow('elsewhere.thing is not a resource of this service');
  });
});
