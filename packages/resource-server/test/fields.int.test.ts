import { randomBytes, randomUUID } from 'node:crypto';
import type { Answer, Caller } from '@coulisse/test-kit/describe-resource';
import type { ServiceDatabase } from '@coulisse/service-kit/database';
import { DataKeys } from '../src/encryption/data-keys';
import { InstallationKeys } from '../src/encryption/installation-keys';
import { bill, check, gadget, shelf, toy } from '@coulisse/sample/resources';
import { serveResources, type ResourceServer } from '@coulisse/sample/resource-server';
import { sampleCipher } from '@coulisse/sample/sample-cipher';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';

jest.setTimeout(60_000);

const resources = [gadget, toy, shelf, check, bill];
const NIR = '295109912611193';
const IBAN = 'FR1420041010050500013M02606';
type Body = Record<string, unknown>;
type Record_ = Body & { id: string; version: number };

describe('the kinds of fields, served', () => {
  const key = randomBytes(32);
  let database: SampleDatabase;
  let server: ResourceServer;
  let caller: Caller;
  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    server.request(caller, method, `/b/api/sample/${path}`, { body, headers });
  const create = async (path: string, body: Body) => {
    const { status, body: made } = await send('POST', path, body);
    expect([status, made]).toEqual([201, expect.anything()]);
    return made as Record_;
  };
  const read = async (path: string) => (await send('GET', path)).body as Record_;
  const change = (path: string, { id, version }: Record_, body: Body) =>
    send('PATCH', `${path}/${id}`, body, { 'if-match': `"${version}"` });
  const errors = ({ body }: Answer) =>
    (body as { errors: { pointer: string; code: string }[] }).errors.map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );
  const robot = (overrides: Body = {}) => ({ name: 'Robot', price: '12.50', kind: 'TOY', ...overrides });
  const stored = <R extends Record<string, string>>(text: string) => database.asSuperuser<R>(text);

  /** Files of the fake documents service, by id. */
  const storedFiles = new Map<string, { name: string; mediaType: string; size: number; rights: string }>();
  const files = {
    describeFiles: async ({ fileIds }: { fileIds: string[] }) => ({
      files: fileIds.flatMap((fileId) =>
        storedFiles.has(fileId) ? [{ fileId, ...storedFiles.get(fileId)! }] : [],
      ),
    }),
  };
  const storeFile = (name: string, mediaType: string, rights = 'sample.gadget') => {
    const id = randomUUID();
    storedFiles.set(id, { name, mediaType, size: 10, rights });
    return id;
  };

  beforeAll(async () => {
    database = await sampleDatabase();
    server = await serveResources(database.db, { resources, cipher: sampleCipher(key) }, { files });
  });
  beforeEach(() => {
    caller = { tenantId: randomUUID(), rights: ['*'] };
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  test('identifiers are accepted with spaces, stored without, and refused if invalid', async () => {
    const { id } = await create(
      'gadgets',
      robot({
        iban: 'fr14 2004 1010 0505 0001 3M02 606',
        bic: 'bnpafrpp',
        siren: '404 833 048',
        siret: '732 829 320 00074',
        vatNumber: 'FR 83 404 833 048',
        language: 'fr',
        currency: 'EUR',
        buildTime: 90,
      }),
    );
    expect(await read(`gadgets/${id}`)).toMatchObject({
      iban: IBAN,
      bic: 'BNPAFRPP',
      siren: '404833048',
      siret: '73282932000074',
      vatNumber: 'FR83404833048',
      language: 'fr',
      currency: 'EUR',
      buildTime: 90,
    });
    const wrong = await send(
      'POST',
      'gadgets',
      robot({
        iban: 'FR1420041010050500013M02607',
        bic: 'X',
        siren: '404833047',
        siret: '73282932000079',
        vatNumber: 'FR84404833048',
        makerNir: '295109912611199',
        language: 'xx',
        currency: 'ZZZ',
        madeIn: 'ZZ',
        buildTime: -1,
        manual: 'x',
        code: 'G-1',
        checks: [],
      }),
    );
    expect(wrong.status).toBe(422);
    expect(errors(wrong).sort()).toEqual([
      '/bic validation.bic',
      '/buildTime validation.value-min',
      '/checks validation.extra-fields',
      '/code validation.extra-fields',
      '/currency validation.currency',
      '/iban validation.iban',
      '/language validation.locale',
      '/madeIn validation.country',
      '/makerNir validation.nir',
      '/manual validation.choice',
      '/siren validation.siren',
      '/siret validation.siret',
      '/vatNumber validation.vat-number',
    ]);
  });

  test('a rich text is sanitised', async () => {
    const { id } = await create(
      'gadgets',
      robot({ story: '<p onclick="x()">Il était <b>une</b> fois<script>alert(1)</script></p>' }),
    );
    expect((await read(`gadgets/${id}`)).story).toBe('<p>Il était <strong>une</strong> fois</p>');
    const empty = await create('gadgets', robot({ story: '<p></p>' }));
    expect(empty.story).toBeNull();
  });

  test('a file must be stored for these records, and is served with its name', async () => {
    const [manual, photo] = [storeFile('notice.pdf', 'application/pdf'), storeFile('robot.png', 'image/png')];
    const made = await create('gadgets', robot({ manual, photo }));
    expect(made.manual).toEqual({ id: manual, label: 'notice.pdf' });
    expect((await read(`gadgets/${made.id}`)).photo).toEqual({ id: photo, label: 'robot.png' });
    const other = storeFile('notice 2.pdf', 'application/pdf');
    const changed = await change('gadgets', made, { manual: other, photo: null });
    expect(changed.body).toMatchObject({ manual: { id: other, label: 'notice 2.pdf' }, photo: null });
    const copy = (await send('POST', `gadgets/${made.id}/duplicate`, {})).body as Record_;
    expect(copy.manual).toEqual({ id: other, label: 'notice 2.pdf' });
    const wrong = await send(
      'POST',
      'gadgets',
      robot({
        manual: storeFile('a.png', 'image/png'),
        photo: storeFile('b.png', 'image/png', 'sample.shelf'),
      }),
    );
    expect([wrong.status, ...errors(wrong).sort()]).toEqual([
      422,
      '/manual validation.file-type',
      '/photo validation.choice',
    ]);
    expect(errors(await send('POST', 'gadgets', robot({ photo: randomUUID() })))).toEqual([
      '/photo validation.choice',
    ]);
  });

  test('a number is used once: a copy gets a new one', async () => {
    const year = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Paris', year: 'numeric' }).format(
      new Date(),
    );
    const first = await create('gadgets', robot());
    expect(first.code).toBe(`G-${year}-000001`);
    const second = (await send('POST', `gadgets/${first.id}/duplicate`, {})).body as Record_;
    expect(second.code).toBe(`G-${year}-000002`);
  });

  test('a document has totals, gets its number when it is posted, and becomes paid automatically', async () => {
    const made = await create('bills', {
      title: 'Location',
      items: [
        { label: 'Salle', unitPrice: '100', vatRate: '20' },
        { label: 'Bar', quantity: '3', unitPrice: '0.33', discount: '10', vatRate: '5.5' },
      ],
    });
    expect(made).toMatchObject({ code: null, totalHT: '100.89', totalVAT: '20.05', totalTTC: '120.94' });
    const posted = (await send('POST', `bills/${made.id}/transitions/post`)).body as Record_;
    expect(posted.code).toMatch(/^FA-\d{4}-00001$/);
    const paid = await change('bills', posted, { paid: true });
    expect(paid.body).toMatchObject({ state: 'PAID', code: posted.code });
    expect(
      errors(
        await change('bills', paid.body as Record_, {
          items: [{ label: 'x', unitPrice: '1', vatRate: '5.555' }],
        }),
      ),
    ).toEqual(['/items/0/vatRate validation.decimals']);
  });

  describe('a secret', () => {
    test('is masked in every response, and its value is not in the history', async () => {
      const made = await create('gadgets', robot({ makerNir: NIR, margin: '3.00', lockCode: '4711' }));
      const masked = { makerNir: null, margin: null, lockCode: '4711', _masked: ['makerNir', 'margin'] };
      expect(made).toMatchObject(masked);
      expect(await read(`gadgets/${made.id}`)).toMatchObject(masked);
      const changed = await change('gadgets', made, { margin: '4.00', lockCode: null });
      expect(changed.body).toMatchObject({ ...masked, lockCode: null });
      const { items } = (await send('GET', `gadgets/${made.id}/history`)).body as {
        items: { changes: Body }[];
      };
      expect(items.map(({ changes }) => [changes.makerNir, changes.margin, changes.lockCode])).toEqual([
        [undefined, ['•••', '•••'], ['•••', null]],
        [
          [null, '•••'],
          [null, '•••'],
          [null, '•••'],
        ],
      ]);
      expect((await create('gadgets', robot()))._masked).toEqual([]);
    });

    test('is revealed to a caller with the right, which is recorded in the history', async () => {
      const { id } = await create('gadgets', robot({ makerNir: NIR, margin: '3.00' }));
      const reveal = (field: string) => send('POST', `gadgets/${id}/reveal`, { field });
      expect((await reveal('makerNir')).body).toEqual({ value: NIR });
      expect((await reveal('margin')).body).toEqual({ value: '3.00' });
      const { items } = (await send('GET', `gadgets/${id}/history`)).body as { items: Body[] };
      expect(items.slice(0, 2).map(({ action }) => action)).toEqual(['reveal', 'reveal']);
      caller = { ...caller, rights: ['sample.gadget.read', 'sample.gadget.update'] };
      expect((await reveal('makerNir')).status).toBe(403);
    });

    test('is not in lists, filters or sort orders', async () => {
      await create('gadgets', robot({ makerNir: NIR, margin: '3.00', lockCode: '4711' }));
      const { items } = (await send('GET', 'gadgets')).body as { items: Body[] };
      expect(items).toHaveLength(1);
      for (const name of ['makerNir', 'margin', 'lockCode']) expect(items[0]).not.toHaveProperty(name);
      for (const query of [
        'f.margin.gte=1',
        'f.lockCode.eq=4711',
        'sort=margin',
        'sort=lockCode',
        'columns=margin',
        'columns=lockCode',
      ])
        expect([query, (await send('GET', `gadgets?${query}`)).status]).toEqual([query, 422]);
      expect(((await send('GET', 'gadgets?q=4711')).body as { items: Body[] }).items).toEqual([]);
    });

    test('is stored encrypted, also in children', async () => {
      const parts = [{ label: 'arm', price: '1.00', serial: 'SER-42' }];
      const { id } = await create('gadgets', robot({ makerNir: NIR, lockCode: '4711', parts }));
      const rows = await stored<{ row: string }>(
        `SELECT encode(maker_nir, 'escape') || encode(lock_code, 'escape') || encode(p.serial, 'escape') AS row
         FROM gadget g JOIN gadget_parts p ON p.parent_id = g.id WHERE g.id = '${id}'`,
      );
      for (const secret of [NIR, '4711', 'SER-42']) expect(rows[0]?.row).not.toContain(secret);
      const found = await read(`gadgets/${id}`);
      expect(found).toMatchObject({ lockCode: '4711', parts: [{ label: 'arm', serial: 'SER-42' }] });
      const changed = await change('gadgets', found, {
        parts: [...(found.parts as Body[]), { label: 'leg', price: '2.00', serial: 'SER-43' }],
      });
      expect(changed.body).toMatchObject({ parts: [{ serial: 'SER-42' }, { serial: 'SER-43' }] });
    });

    test('that is moved to another row cannot be decrypted there', async () => {
      const [source, target] = [
        await create('gadgets', robot({ lockCode: '1111' })),
        await create('gadgets', robot({ lockCode: '2222' })),
      ];
      await database.asSuperuser(
        `UPDATE gadget SET lock_code = (SELECT lock_code FROM gadget WHERE id = '${source.id}') WHERE id = '${target.id}'`,
      );
      await expect(read(`gadgets/${target.id}`)).rejects.toThrow();
      expect(await read(`gadgets/${source.id}`)).toMatchObject({ lockCode: '1111' });
    });

    test('can be decrypted after a rotation of the data key and of the installation key', async () => {
      const before = await create('gadgets', robot({ lockCode: '1111' }));
      const actor = { tenantId: caller.tenantId, rights: ['*'] } as unknown as Parameters<
        ServiceDatabase['inTenant']
      >[0];
      await database.db.inTenant(actor, (tx) => new DataKeys(new InstallationKeys(key)).rotate(tx));
      const after = await create('gadgets', robot({ lockCode: '2222' }));
      const rows = await stored<{ id: string; key: string }>(
        `SELECT id, encode(substring(lock_code FROM 2 FOR 16), 'hex') AS key FROM gadget WHERE lock_code IS NOT NULL`,
      );
      const keyOf = ({ id }: Record_) => rows.find((row) => row.id === id)?.key;
      expect(keyOf(before)).not.toBe(keyOf(after));
      const next = await serveResources(database.open(), {
        resources,
        cipher: sampleCipher(randomBytes(32), [key]),
      });
      try {
        for (const [{ id }, lockCode] of [
          [before, '1111'],
          [after, '2222'],
        ] as const) {
          expect(await read(`gadgets/${id}`)).toMatchObject({ lockCode });
          const { body } = await next.request(caller, 'GET', `/b/api/sample/gadgets/${id}`);
          expect(body).toMatchObject({ lockCode });
        }
      } finally {
        await next.close();
      }
    });

    test('creates one data key for simultaneous first writes', async () => {
      await Promise.all(Array.from({ length: 4 }, () => create('gadgets', robot({ lockCode: '1' }))));
      const rows = await stored<{ count: string }>(
        `SELECT count(*) AS count FROM kit.data_key WHERE tenant_id = '${caller.tenantId}'`,
      );
      expect(Number(rows[0]?.count)).toBe(1);
    });
  });

  describe('a variant', () => {
    test('is its base with fewer fields and fixed values', async () => {
      const made = await create('toys', { name: 'Robot', price: '12.50', margin: '1.00' });
      expect(made).toMatchObject({ name: 'Robot', margin: null, _masked: ['margin'] });
      expect(made).not.toHaveProperty('kind');
      expect(made).not.toHaveProperty('notes');
      expect(await read(`gadgets/${made.id}`)).toMatchObject({ kind: 'TOY' });
      const refused = await send('POST', 'toys', { name: 'x', price: '1', kind: 'TOOL', notes: 'x' });
      expect(errors(refused).sort()).toEqual([
        '/kind validation.extra-fields',
        '/notes validation.extra-fields',
      ]);
    });
    test('does not contain other records of its base', async () => {
      const hammer = await create('gadgets', { name: 'Hammer', price: '5.00', kind: 'TOOL' });
      const robotId = (await create('toys', { name: 'Robot', price: '1.00' })).id;
      const { items } = (await send('GET', 'toys')).body as { items: Body[] };
      expect(items.map(({ id }) => id)).toEqual([robotId]);
      expect((await send('GET', `toys/${hammer.id}`)).status).toBe(404);
      expect((await change('toys', hammer, { name: 'x' })).status).toBe(404);
      expect((await send('DELETE', `toys/${hammer.id}`)).status).toBe(404);
    });
    test('can be referenced, with its label', async () => {
      const { id } = await create('toys', { name: 'Robot', price: '1.00' });
      const made = await create('checks', { gadget: id, day: '2026-03-01' });
      expect(made.gadget).toEqual({ id, label: 'Robot' });
      const again = await send('POST', 'checks', { gadget: id, day: '2026-03-01' });
      expect([again.status, (again.body as { code: string }).code]).toEqual([422, 'validation.already-used']);
    });
  });
});
