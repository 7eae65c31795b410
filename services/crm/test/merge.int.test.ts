import { randomUUID } from 'node:crypto';
import { systemActor, type Tx } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import { lockBoth, mergeTiers, type ReadBoth } from '../src/features/merge/merge-tiers.command';
import { POINTERS } from '../src/features/merge/move-links.command';
import { Records } from '../src/records';
import * as resources from '../src/resources';
import { office, type Stored } from './support/office';

jest.setTimeout(120_000);

interface Merged {
  tiers: Stored & { addresses: object[] };
  moved: Record<string, number>;
  code: string;
  errors: { pointer: string; code: string }[];
}
interface History {
  items: { action: string; changes: Record<string, unknown> }[];
}

describe('a merge', () => {
  const crm = office();
  const email = () => `${randomUUID()}@crm.test`;
  const merge = (one: Stored, other: Stored, keep: object = {}, more: object = {}, tenantId?: string) =>
    crm.call<Merged>('POST', `tiers/${one.id}/merge`, { body: { other: other.id, keep, ...more } }, tenantId);
  const read = (one: Stored) => crm.read<Stored>(`tiers/${one.id}`);
  const person = (body: object = {}) =>
    crm.make('particulars', { firstName: 'Marguerite', lastName: 'Pons', email: email(), ...body });
  const company = (body: object = {}) => crm.make('societies', { name: `Alvéo ${randomUUID()}`, ...body });
  const inTenant = <R>(work: (tx: Tx) => Promise<R>) =>
    crm.crm.ctx.db.inTenant(systemActor(crm.tenants[0], 'test'), work);

  it('brings every reference of this service to third parties along', () => {
    const references = crm.resources
      .filter((one) => !one.variantOf)
      .flatMap(({ name, fields }) =>
        Object.entries(fields)
          .filter(([, { spec }]) => /^crm\.(tiers|society|particular|supplier)$/.test(spec.target ?? ''))
          .filter(([, { spec }]) => spec.kind === 'ref' || spec.kind === 'refs')
          .map(([field]) => `${name}.${field}`),
      );
    expect(references.sort()).toEqual(
      [...POINTERS.map(({ entity, field }) => `${entity}.${field}`), 'crm.tiers.mergedInto'].sort(),
    );
  });

  it('makes one of two: values, addresses, contacts, notes, files, sales and the history of both', async () => {
    const [kept, gone] = [
      await company({
        telephone: '0160010203',
        email: 'compta@alveo.example',
        addresses: [{ addressLine1: '3 rue Haute', zipCode: '77000', city: 'Melun' }],
      }),
      await company({
        siret: '73282932000074',
        telephone: '0160999999',
        email: 'direction@alveo.example',
        addresses: [
          { addressLine1: '3, RUE HAUTE', zipCode: '77000', city: 'melun' },
          { addressLine1: 'Quai 9', zipCode: '69002', city: 'Lyon', headquarter: true },
        ],
      }),
    ];
    const [both, theirs] = [await person(), await person()];
    const shared = await crm.make('contacts', { society: kept.id, particular: both.id });
    const twin = await crm.make('contacts', { society: gone.id, particular: both.id });
    const contact = await crm.make('contacts', { society: gone.id, particular: theirs.id });
    const note = await crm.make('notes', { tiers: gone.id, title: 'Appel' });
    const [file, known] = [randomUUID(), randomUUID()];
    await inTenant(async ({ sql, tenantId }) => {
      const attach = `INSERT INTO attachment (id, tenant_id, entity, entity_id, file_id, name, media_type, size, added_by_name)
        VALUES (uuidv7(), $1, 'crm.tiers', $2, $3, 'devis.pdf', 'application/pdf', 12, 'Test')`;
      await sql.query(attach, [tenantId, gone.id, file]);
      await sql.query(attach, [tenantId, gone.id, known]);
      await sql.query(attach, [tenantId, kept.id, known]);
      await sql.query(
        `INSERT INTO tiers_sale (tenant_id, source, source_id, tiers_id, sold_at, amount_ht)
         VALUES ($1, 'ticketing.reservation', $2, $3, now(), 120)`,
        [tenantId, randomUUID(), gone.id],
      );
    });

    const { status, body } = await merge(kept, gone, { telephone: 'other' });
    expect(status).toBe(200);
    expect(body.moved).toEqual({ addresses: 1, contacts: 1, notes: 1, attachments: 1, sales: 1 });
    expect(body.tiers).toMatchObject({
      id: kept.id,
      version: 2,
      telephone: '0160999999',
      email: 'compta@alveo.example',
      secondaryEmail: 'direction@alveo.example',
      siret: '73282932000074',
      siren: '732829320',
      turnoverHT: '120.00',
      addresses: [
        { addressLine1: '3 rue Haute', mainBilling: true, mainDelivery: true, headquarter: false },
        { addressLine1: 'Quai 9', mainBilling: false, mainDelivery: false, headquarter: true },
      ],
    });
    expect(await read(gone)).toMatchObject({ isArchived: true, mergedInto: { id: kept.id }, version: 2 });
    expect((await crm.call('GET', `contacts/${twin.id}`)).status).toBe(404);
    expect(await crm.read(`contacts/${shared.id}`)).toMatchObject({ version: 1 });
    expect(await crm.read(`contacts/${contact.id}`)).toMatchObject({ society: { id: kept.id }, version: 2 });
    expect(await crm.read(`notes/${note.id}`)).toMatchObject({ tiers: { id: kept.id }, version: 2 });
    const { items: files } = await crm.read<{ items: { file: { id: string } }[] }>(
      `tiers/${kept.id}/attachments`,
    );
    expect(files.map((one) => one.file.id).sort()).toEqual([file, known].sort());

    const told = await crm.read<History>(`tiers/${kept.id}/history`);
    expect(told.items[0]).toMatchObject({
      action: 'merge',
      changes: {
        telephone: ['0160010203', '0160999999'],
        merged: [null, { id: gone.id, label: gone.name }],
      },
    });
    expect(told.items.at(-1)).toMatchObject({ action: 'create' });
    const toldOfGone = await crm.read<History>(`tiers/${gone.id}/history`);
    expect(toldOfGone.items.map(({ action }) => action)).toEqual(['merged', 'create']);
    const merged = { $case: 'merged', value: { tiersId: kept.id, mergedTiersId: gone.id }, key: gone.id };
    await eventually(() => expect(crm.told()).toContainEqual(merged));
    expect(await crm.read(`tiers/${kept.id}/informations`)).toMatchObject({
      informations: { merged: [{ id: gone.id, label: gone.name }] },
    });
  });

  it('swaps the addresses of individuals when the other one is chosen, so that both lead to who stays', async () => {
    const [kept, gone] = [await person(), await person()];
    const { body } = await merge(kept, gone, { email: 'other' });
    expect(body.tiers).toMatchObject({ email: gone.email, secondaryEmail: kept.email });
    expect(await read(gone)).toMatchObject({ email: kept.email });
    for (const address of [kept.email, gone.email]) {
      const sale = await crm.sell(crm.tenants[0], { email: String(address), lastName: 'Pons' });
      expect(await crm.buyerOf(sale)).toBe(kept.id);
    }
  });

  it('leads a sale on, by as many steps as there were merges', async () => {
    const [first, second, third] = [await person(), await person(), await person()];
    await merge(second, first);
    await merge(third, second);
    const sale = await crm.sell(crm.tenants[0], {
      email: String(first.email),
      lastName: 'Pons',
      telephone: '01',
    });
    expect(await crm.buyerOf(sale)).toBe(third.id);
    expect(await read(third)).toMatchObject({ telephone: '01' });
    expect(await read(first)).toMatchObject({ telephone: null, mergedInto: { id: second.id } });
  });

  it('is shown beforehand, and leaves no trace of that', async () => {
    const [kept, gone] = [await company(), await company({ workforce: 12 })];
    await crm.make('notes', { tiers: gone.id, title: 'Appel' });
    const written = () => crm.database.asSuperuser('SELECT count(*) AS events FROM outbox');
    const before = await written();
    const preview = await crm.call<Merged>('POST', `tiers/${kept.id}/merge-preview`, {
      body: { other: gone.id },
    });
    expect(preview.body).toMatchObject({ tiers: { workforce: 12 }, moved: { notes: 1 } });
    expect(await read(kept)).toEqual(kept);
    expect(await read(gone)).toEqual(gone);
    expect(await written()).toEqual(before);
  });

  describe('is refused', () => {
    it('with itself, across kinds, with one that was merged, and with nobody', async () => {
      const [one, other, third] = [await company(), await company(), await company()];
      const refusal = async (...given: Parameters<typeof merge>) => {
        const { status, body } = await merge(...given);
        return [status, body.code];
      };
      expect(await refusal(one, one)).toEqual([422, 'tiers.merge-itself']);
      expect(await refusal(one, await person())).toEqual([422, 'tiers.merge-kinds']);
      expect(await refusal(one, { id: randomUUID(), version: 1 })).toEqual([422, 'validation.failed']);
      expect(await refusal({ id: randomUUID(), version: 1 }, one)).toEqual([404, 'http.404']);
      expect(await refusal(one, other, { kind: 'other' })).toEqual([422, 'validation.failed']);
      expect(await refusal(one, other, {}, { otherVersion: 7 })).toEqual([412, 'record.changed']);
      expect((await merge(one, other)).status).toBe(200);
      expect(await refusal(third, other)).toEqual([409, 'tiers.already-merged']);
      expect(await refusal(other, third)).toEqual([409, 'tiers.already-merged']);
    });

    it('to who holds no right to it, and to other theatres', async () => {
      const [one, other] = [await company(), await company()];
      const theirs = await crm.make('societies', { name: 'Ailleurs' }, crm.tenants[1]);
      const path = `tiers/${one.id}/merge`;
      const reader = await crm.call('POST', path, {
        body: { other: other.id },
        rights: ['crm.tiers.update'],
      });
      expect(reader.status).toBe(403);
      expect((await merge(one, other, {}, {}, crm.tenants[1])).status).toBe(404);
      const across = await merge(one, theirs);
      expect(across.body.errors).toMatchObject([{ pointer: '/other', code: 'validation.choice' }]);
      expect((await merge(theirs, one, {}, {}, crm.tenants[1])).status).toBe(422);
      expect(await read(one)).toEqual(one);
    });

    it('when the outcome breaks a rule, and changes nothing', async () => {
      const [one, other] = [
        await company({ siren: '404833048' }),
        await company({ siret: '73282932000074' }),
      ];
      const refused = await merge(one, other);
      expect(refused.body.errors).toMatchObject([{ pointer: '/siret', code: 'tiers.another-company' }]);
      expect(await read(one)).toEqual(one);
      expect((await merge(one, other, { siren: 'other' })).status).toBe(200);
    });
  });

  it('is final: the one that was put away neither comes back nor changes', async () => {
    const [one, other] = [await company(), await company()];
    await merge(one, other);
    const gone = await read(other);
    const restored = await crm.call<Merged>('POST', `tiers/${other.id}/restore`);
    expect([restored.status, restored.body.code]).toEqual([422, 'unarchive.impossible']);
    const changed = await crm.change<Merged>(`tiers/${other.id}`, gone, { workforce: 3 });
    expect([changed.status, changed.body.code]).toEqual([409, 'tiers.already-merged']);
    expect((await crm.call('DELETE', `tiers/${one.id}`)).status).toBe(409);
  });

  describe('of the same two, by two people at once and in both ways,', () => {
    const pipeline = () => crm.crm.ctx.get(Records).pipeline;
    const crossed = async (readBoth: ReadBoth) => {
      const [a, b] = [await company(), await company()];
      const call = {
        resource: resources.tiers,
        actor: systemActor(crm.tenants[0], 'test'),
        language: 'fr' as const,
      };
      const one = (id: string, other: string) =>
        inTenant((tx) => mergeTiers(pipeline(), tx, call, { id, other, keep: {} }, readBoth));
      return Promise.allSettled([one(a.id, b.id), one(b.id, a.id)]);
    };
    const outcome = (results: PromiseSettledResult<unknown>[]) =>
      results
        .map((one) => (one.status === 'fulfilled' ? 'merged' : (one.reason as { code: string }).code))
        .sort();

    it('succeeds once, and the other one is told', async () => {
      for (let round = 0; round < 15; round++)
        expect(outcome(await crossed(lockBoth))).toEqual(['merged', 'tiers.already-merged']);
    });

    it('goes wrong in the sabotaged twin, which reads without a lock', async () => {
      let waiting = 0;
      let open = () => undefined as void;
      const opened = new Promise<void>((resolve) => (open = resolve));
      // Both have read before either writes: each then holds what the other one needs.
      const unlocked: ReadBoth = async ({ store }, tx, ids) => {
        const found = [];
        for (const id of ids) found.push(await store.read(tx, resources.tiers, id));
        if (++waiting === 2) open();
        await opened;
        return found;
      };
      expect(outcome(await crossed(unlocked))).not.toEqual(['merged', 'tiers.already-merged']);
    });
  });
});
