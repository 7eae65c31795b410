import { randomUUID } from 'node:crypto';
import { pipelineOf } from '@coulisse/resource-server/testing';
import { systemActor, type Tx } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import { lockBoth, mergeTiers, type ReadBoth } from '../src/features/merge/merge-tiers.command';
import { POINTERS } from '../src/features/merge/move-links.command';
import * as resources from '../src/resources';
import { office, type Stored } from './support/office';

jest.setTimeout(120_000);

interface Merged {
  tiers: Stored & { addresses: object[] };
  moved: Record<string, number>;
  code: string;
  detail: string;
  errors: { pointer: string; code: string }[];
}
interface History {
  items: { action: string; changes: Record<string, unknown> }[];
}

describe('a merge', () => {
  const crm = office();
  const email = () => `${randomUUID()}@crm.test`;
  const merge = (
    target: Stored,
    other: Stored,
    choices: object = {},
    extra: object = {},
    tenantId?: string,
  ) =>
    crm.call<Merged>(
      'POST',
      `tiers/${target.id}/merge`,
      { body: { other: other.id, choices, ...extra } },
      tenantId,
    );
  const read = (record: Stored) => crm.read<Stored>(`tiers/${record.id}`);
  const person = (body: object = {}) =>
    crm.make('particulars', { firstName: 'Marguerite', lastName: 'Pons', email: email(), ...body });
  const company = (body: object = {}) => crm.make('societies', { name: `Alvéo ${randomUUID()}`, ...body });
  const inTenant = <R>(work: (tx: Tx) => Promise<R>) =>
    crm.crm.ctx.db.inTenant(systemActor(crm.tenants[0], 'test'), work);

  it('moves every reference of this service to third parties', () => {
    const references = crm.resources
      .filter((resource) => !resource.variantOf)
      .flatMap(({ name, fields }) =>
        Object.entries(fields)
          .filter(([, { spec }]) => /^crm\.(tiers|society|particular|supplier)$/.test(spec.target ?? ''))
          .filter(([, { spec }]) => spec.kind === 'ref' || spec.kind === 'refs')
          .map(([field]) => `${name}.${field}`),
      );
    expect(references.sort()).toEqual(
      [...POINTERS.map(({ resource, field }) => `${resource.name}.${field}`), 'crm.tiers.mergedInto'].sort(),
    );
  });

  it('merges values, addresses, contacts, notes, files, sales and the history of both', async () => {
    const [target, source] = [
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
    const shared = await crm.make('contacts', { society: target.id, particular: both.id });
    const twin = await crm.make('contacts', { society: source.id, particular: both.id });
    const contact = await crm.make('contacts', { society: source.id, particular: theirs.id });
    const note = await crm.make('notes', { tiers: source.id, title: 'Appel' });
    const [file, sharedFile] = [randomUUID(), randomUUID()];
    await inTenant(async ({ sql, tenantId }) => {
      const attach = `INSERT INTO kit.attachment (id, tenant_id, entity, entity_id, file_id, name, media_type, size, added_by_name)
        VALUES (uuidv7(), $1, 'crm.tiers', $2, $3, 'devis.pdf', 'application/pdf', 12, 'Test')`;
      await sql.query(attach, [tenantId, source.id, file]);
      await sql.query(attach, [tenantId, source.id, sharedFile]);
      await sql.query(attach, [tenantId, target.id, sharedFile]);
      await sql.query(
        `INSERT INTO tiers_sale (tenant_id, source, source_id, tiers_id, sold_at, amount_ht)
         VALUES ($1, 'ticketing.reservation', $2, $3, now(), 120)`,
        [tenantId, randomUUID(), source.id],
      );
    });

    const { status, body } = await merge(target, source, { telephone: 'other' });
    expect(status).toBe(200);
    expect(body.moved).toEqual({ addresses: 1, contacts: 1, notes: 1, attachments: 1, sales: 1 });
    expect(body.tiers).toMatchObject({
      id: target.id,
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
    expect(await read(source)).toMatchObject({ isArchived: true, mergedInto: { id: target.id }, version: 2 });
    expect((await crm.call('GET', `contacts/${twin.id}`)).status).toBe(404);
    expect(await crm.read(`contacts/${shared.id}`)).toMatchObject({ version: 1 });
    expect(await crm.read(`contacts/${contact.id}`)).toMatchObject({
      society: { id: target.id },
      version: 2,
    });
    expect(await crm.read(`notes/${note.id}`)).toMatchObject({ tiers: { id: target.id }, version: 2 });
    const { items: files } = await crm.read<{ items: { file: { id: string } }[] }>(
      `tiers/${target.id}/attachments`,
    );
    expect(files.map((entry) => entry.file.id).sort()).toEqual([file, sharedFile].sort());

    const targetHistory = await crm.read<History>(`tiers/${target.id}/history`);
    expect(targetHistory.items[0]).toMatchObject({
      action: 'merge',
      changes: {
        telephone: ['0160010203', '0160999999'],
        merged: [null, { id: source.id, label: source.name }],
      },
    });
    expect(targetHistory.items.at(-1)).toMatchObject({ action: 'create' });
    const sourceHistory = await crm.read<History>(`tiers/${source.id}/history`);
    expect(sourceHistory.items.map(({ action }) => action)).toEqual(['merged', 'create']);
    const merged = {
      $case: 'merged',
      value: { tiersId: target.id, mergedTiersId: source.id },
      key: source.id,
    };
    await eventually(() => expect(crm.publishedEvents()).toContainEqual(merged));
    expect(await crm.read(`tiers/${target.id}/informations`)).toMatchObject({
      informations: { merged: [{ id: source.id, label: source.name }] },
    });
  });

  it('swaps the addresses of individuals when the other one is chosen, so that both find the remaining one', async () => {
    const [target, source] = [await person(), await person()];
    const { body } = await merge(target, source, { email: 'other' });
    expect(body.tiers).toMatchObject({ email: source.email, secondaryEmail: target.email });
    expect(await read(source)).toMatchObject({ email: target.email });
    for (const address of [target.email, source.email]) {
      const sale = await crm.sell(crm.tenants[0], { email: String(address), lastName: 'Pons' });
      expect(await crm.buyerOf(sale)).toBe(target.id);
    }
  });

  it('assigns a later sale to the remaining third party, across several merges', async () => {
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

  it('has a preview that changes nothing', async () => {
    const [target, source] = [await company(), await company({ workforce: 12 })];
    await crm.make('notes', { tiers: source.id, title: 'Appel' });
    const written = () => crm.database.asSuperuser('SELECT count(*) AS events FROM kit.outbox');
    const before = await written();
    const preview = await crm.call<Merged>('POST', `tiers/${target.id}/merge-preview`, {
      body: { other: source.id },
    });
    expect(preview.body).toMatchObject({ tiers: { workforce: 12 }, moved: { notes: 1 } });
    expect(await read(target)).toEqual(target);
    expect(await read(source)).toEqual(source);
    expect(await written()).toEqual(before);
  });

  describe('is refused', () => {
    it('with itself, across kinds, with a merged one and with an unknown id', async () => {
      const [first, second, third] = [await company(), await company(), await company()];
      const refusal = async (...args: Parameters<typeof merge>) => {
        const { status, body } = await merge(...args);
        return [status, body.code];
      };
      expect(await refusal(first, first)).toEqual([422, 'tiers.merge-itself']);
      expect(await refusal(first, await person())).toEqual([422, 'tiers.merge-kinds']);
      expect(await refusal(first, { id: randomUUID(), version: 1 })).toEqual([422, 'validation.failed']);
      expect(await refusal({ id: randomUUID(), version: 1 }, first)).toEqual([404, 'http.404']);
      expect(await refusal(first, second, { kind: 'other' })).toEqual([422, 'validation.failed']);
      expect(await refusal(first, second, {}, { otherVersion: 7 })).toEqual([412, 'record.changed']);
      expect((await merge(first, second)).status).toBe(200);
      expect(await refusal(third, second)).toEqual([409, 'tiers.already-merged']);
      expect(await refusal(second, third)).toEqual([409, 'tiers.already-merged']);
    });

    it('without its right, and across tenants', async () => {
      const [target, other] = [await company(), await company()];
      const theirs = await crm.make('societies', { name: 'Ailleurs' }, crm.tenants[1]);
      const path = `tiers/${target.id}/merge`;
      const reader = await crm.call('POST', path, {
        body: { other: other.id },
        rights: ['crm.tiers.update'],
      });
      expect(reader.status).toBe(403);
      expect((await merge(target, other, {}, {}, crm.tenants[1])).status).toBe(404);
      const across = await merge(target, theirs);
      expect(across.body.errors).toMatchObject([{ pointer: '/other', code: 'validation.choice' }]);
      expect((await merge(theirs, target, {}, {}, crm.tenants[1])).status).toBe(422);
      expect(await read(target)).toEqual(target);
    });

    it('when the result breaks a rule, and changes nothing', async () => {
      const [target, other] = [
        await company({ siren: '404833048' }),
        await company({ siret: '73282932000074' }),
      ];
      const refused = await merge(target, other);
      expect(refused.body.errors).toMatchObject([{ pointer: '/siret', code: 'tiers.another-company' }]);
      expect(await read(target)).toEqual(target);
      expect((await merge(target, other, { siren: 'other' })).status).toBe(200);
    });
  });

  it('is final: the archived one cannot be restored or changed, by its name (R-165)', async () => {
    const [target, other] = [await company(), await company()];
    await merge(target, other);
    const mergedRecord = await read(other);
    const restored = await crm.call<Merged>('POST', `tiers/${other.id}/restore`);
    expect([restored.status, restored.body.code]).toEqual([422, 'unarchive.impossible']);
    expect(restored.body.detail).toContain(mergedRecord.name);
    const changed = await crm.change<Merged>(`tiers/${other.id}`, mergedRecord, { workforce: 3 });
    expect([changed.status, changed.body.code]).toEqual([409, 'tiers.already-merged']);
    expect((await crm.call('DELETE', `tiers/${target.id}`)).status).toBe(409);
  });

  describe('of the same two, concurrently and in both directions,', () => {
    const pipeline = () => pipelineOf(crm.crm.ctx);
    const crossed = async (readBoth: ReadBoth) => {
      const [a, b] = [await company(), await company()];
      const call = {
        resource: resources.tiers,
        actor: systemActor(crm.tenants[0], 'test'),
        language: 'fr' as const,
      };
      const mergeInto = (id: string, other: string) =>
        inTenant((tx) => mergeTiers(pipeline(), tx, call, { id, other, choices: {} }, readBoth));
      return Promise.allSettled([mergeInto(a.id, b.id), mergeInto(b.id, a.id)]);
    };
    const outcome = (results: PromiseSettledResult<unknown>[]) =>
      results
        .map((result) =>
          result.status === 'fulfilled' ? 'merged' : (result.reason as { code: string }).code,
        )
        .sort();

    it('succeeds once, and refuses the other request', async () => {
      for (let round = 0; round < 15; round++)
        expect(outcome(await crossed(lockBoth))).toEqual(['merged', 'tiers.already-merged']);
    });

    it('fails in the sabotaged twin, which reads without a lock', async () => {
      let waiting = 0;
      let open = () => undefined as void;
      const opened = new Promise<void>((resolve) => (open = resolve));
      // Both have read before either writes, so each then waits for a row that the other one holds.
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
