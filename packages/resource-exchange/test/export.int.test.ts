import { randomUUID } from 'node:crypto';
import type { JobView } from '@coulisse/job-runner';
import { ExchangeBench } from '@coulisse/sample/exchange-bench';
import { readSheet } from './support/read-sheet';

jest.setTimeout(120_000);

let bench: ExchangeBench;
beforeAll(async () => {
  bench = await ExchangeBench.open();
  bench.runner.start();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.caller = { tenantId: randomUUID(), rights: ['*'] };
  bench.language = 'fr';
});

const lines = (file: Buffer) => file.toString().replace('\ufeff', '').trimEnd().split('\r\n');
const robot = { name: 'Robot', price: '1234.5', kind: 'TOY', boughtOn: '2026-12-31', fragile: true };
const heading = (...columns: string[]) => columns.map((column) => `sample.gadget.${column} (fr)`).join(';');
const errorsOf = (bytes: Buffer) =>
  (JSON.parse(bytes.toString()) as { errors: { pointer: string; code: string }[] }).errors.map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );
/** Inserts many shelves in one statement: creating them one by one would be slow. */
const fillShelves = (count: number) =>
  bench.database.asSuperuser(
    `INSERT INTO shelf (id, tenant_id, name, rank) SELECT gen_random_uuid(), '${bench.caller.tenantId}', 'Étagère ' || lpad(n::text, 6, '0'), n % 100
     FROM generate_series(1, ${count}) n`,
  );

test('exports the selected columns with labels, in the language of the caller', async () => {
  const shelf = await bench.create('shelves', { name: 'Haut; à gauche' });
  await bench.create('gadgets', { ...robot, shelf: shelf.id, otherShelves: [shelf.id] });
  const columns = ['name', 'kind', 'price', 'fragile', 'boughtOn', 'shelf', 'otherShelves'];
  const french = await bench.fetch('POST', 'gadgets/_export', { format: 'csv', columns });
  expect(french.status).toBe(200);
  expect(french.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(french.headers.get('content-disposition')).toMatch(
    /^attachment; filename="sample\.gadget\.plural \(fr\) \d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(french.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(lines(french.bytes)).toEqual([
    heading(...columns),
    'Robot;sample.gadget.kind.TOY (fr);1234,50;Oui;31/12/2026;"Haut; à gauche";"Haut; à gauche"',
  ]);
  bench.language = 'en';
  expect(lines(await bench.export('gadgets', { format: 'csv', columns }))[1]).toBe(
    'Robot,sample.gadget.kind.TOY (en),1234.50,Yes,2026-12-31,Haut; à gauche,Haut; à gauche',
  );
});

test('neutralises formulas in the values of a record', async () => {
  await bench.create('gadgets', {
    ...robot,
    name: '=HYPERLINK("https://x.example")',
    telephone: '+33 1 42 68 53 00',
  });
  const options = { columns: ['name', 'telephone', 'quantity'] };
  expect(lines(await bench.export('gadgets', { ...options, format: 'csv' }))[1]).toBe(
    `"'=HYPERLINK(""https://x.example"")";'+33 1 42 68 53 00;`,
  );
  const sheet = await readSheet(await bench.export('gadgets', { ...options, format: 'xlsx' }));
  expect(sheet[1]).toEqual(['=HYPERLINK("https://x.example")', '+33 1 42 68 53 00', null]);
});

test('writes numbers, dates, times and booleans as native types to a workbook', async () => {
  await bench.create('gadgets', {
    ...robot,
    quantity: 3,
    discount: '12.5',
    opensAt: '20:30',
    buildTime: 90,
    checkedAt: '2026-12-31T19:30:00.000Z',
  });
  const columns = [
    'name',
    'price',
    'quantity',
    'discount',
    'fragile',
    'boughtOn',
    'opensAt',
    'buildTime',
    'checkedAt',
  ];
  const [head, row] = await readSheet(await bench.export('gadgets', { format: 'xlsx', columns }));
  expect(head?.[1]).toBe('sample.gadget.price (fr)');
  expect(row).toEqual([
    'Robot',
    1234.5,
    3,
    12.5,
    true,
    new Date('2026-12-31T00:00:00Z'),
    new Date('1899-12-30T20:30:00Z'),
    new Date('1899-12-30T01:30:00Z'),
    // Paris local time.
    new Date('2026-12-31T20:30:00Z'),
  ]);
});

test('applies search, filters, groups, order and selected ids', async () => {
  for (const [name, quantity] of [
    ['Balle', 1],
    ['Arc', 2],
    ['Cerceau', 3],
    ['Balançoire', 4],
  ] as const)
    await bench.create('gadgets', { ...robot, name, quantity });
  const names = async (query: object, ids?: string[]) =>
    lines(
      await bench.export('gadgets', { format: 'csv', columns: ['name'], query, ...(ids ? { ids } : {}) }),
    ).slice(1);
  expect(await names({})).toEqual(['Arc', 'Balançoire', 'Balle', 'Cerceau']);
  expect(await names({ sort: '-quantity', q: 'bal' })).toEqual(['Balançoire', 'Balle']);
  expect(
    await names({
      filters: [
        { field: 'quantity', op: 'gte', value: 2 },
        { field: 'name', op: 'in', value: ['Arc', 'Balle'] },
      ],
    }),
  ).toEqual(['Arc']);
  const group = {
    match: 'any',
    rules: [
      { field: 'quantity', op: 'eq', value: '1' },
      { field: 'name', op: 'contains', value: 'cer' },
    ],
  };
  expect(await names({ group })).toEqual(['Balle', 'Cerceau']);
  const { body } = await bench.json<{ items: { id: string; name: string }[] }>('GET', 'gadgets?sort=-name');
  const picked = body.items.filter(({ name }) => name.length <= 5).map(({ id }) => id);
  expect(await names({ sort: '-name' }, [...picked, randomUUID()])).toEqual(['Balle', 'Arc']);
});

test('leaves out archived records, unless the query includes them or their ids are selected', async () => {
  await bench.create('shelves', { name: 'Bas' });
  const { id } = await bench.create('shelves', { name: 'Haut', isArchived: true });
  const names = async (options: object) =>
    lines(await bench.export('shelves', { format: 'csv', columns: ['name'], ...options })).slice(1);
  expect(await names({})).toEqual(['Bas']);
  expect(await names({ query: { archived: 'all' } })).toEqual(['Bas', 'Haut']);
  expect(await names({ query: { archived: 'yes' } })).toEqual(['Haut']);
  expect(await names({ ids: [id] })).toEqual(['Haut']);
});

test('exports children side by side, and the id if requested', async () => {
  const parts = [
    { label: 'bras', price: '1' },
    { label: 'jambe', price: '2', size: 'L' },
  ];
  const { id } = await bench.create('gadgets', { ...robot, parts });
  await bench.create('gadgets', { ...robot, name: 'Seul' });
  expect(
    lines(
      await bench.export('gadgets', { format: 'csv', columns: ['id', 'parts'], query: { sort: 'name' } }),
    ),
  ).toEqual([
    [
      'Identifiant',
      ...[1, 2].flatMap((place) =>
        ['label', 'price', 'size'].map(
          (field) => `sample.gadget.parts (fr) ${place} – sample.gadget.parts.${field} (fr)`,
        ),
      ),
    ].join(';'),
    `${id};bras;1,00;;jambe;2,00;sample.gadget.parts.size.L (fr)`,
    expect.stringMatching(/^[0-9a-f-]{36};;;;;;$/) as string,
  ]);
  expect(
    lines(await bench.export('gadgets', { format: 'csv', columns: ['name', 'parts[1].label'] })),
  ).toEqual([
    'sample.gadget.name (fr);sample.gadget.parts (fr) 2 – sample.gadget.parts.label (fr)',
    'Robot;jambe',
    'Seul;',
  ]);
});

test('exports the columns of the list by default', async () => {
  await bench.create('toys', { name: 'Ours', price: '1' });
  await bench.create('gadgets', { ...robot, kind: 'TOOL', name: 'Pince' });
  expect(lines(await bench.export('toys', { format: 'csv' }))).toEqual([
    expect.stringContaining(';') as string,
    'Ours;1,00;',
  ]);
});

test('refuses unknown columns, secret fields and callers without the right', async () => {
  const columns = [
    'name',
    'nonsense',
    'margin',
    'makerNir',
    'lockCode',
    'checks',
    'parts[0].serial',
    'parts[99].label',
  ];
  const answer = await bench.fetch('POST', 'gadgets/_export', { format: 'csv', columns });
  expect(answer.status).toBe(422);
  expect(errorsOf(answer.bytes)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((index) => `/columns/${index} validation.choice`),
  );
  const bad = [
    { format: 'pdf' },
    { format: 'csv', query: { sort: 'nonsense' } },
    { format: 'csv', query: { filters: [{ field: 'margin', op: 'eq', value: 1 }] } },
    { format: 'csv', ids: ['x'] },
    { format: 'csv', ids: [] },
    { format: 'csv', query: { archived: 'perhaps' } },
    { format: 'csv', extra: true },
  ];
  for (const body of bad)
    expect([body, (await bench.fetch('POST', 'gadgets/_export', body)).status]).toEqual([body, 422]);
  bench.caller = { ...bench.caller, rights: ['sample.gadget.read'] };
  expect((await bench.fetch('POST', 'gadgets/_export', { format: 'csv' })).status).toBe(403);
  bench.caller = { ...bench.caller, rights: ['sample.gadget.export'] };
  expect((await bench.fetch('POST', 'gadgets/_export', { format: 'csv' })).status).toBe(403);
});

test('exports many records by a job, with progress and a file', async () => {
  await fillShelves(12_345);
  const answer = await bench.json<{ job: JobView }>('POST', 'shelves/_export', {
    format: 'csv',
    columns: ['name', 'rank'],
  });
  expect(answer.status).toBe(202);
  expect(answer.body.job).toMatchObject({
    kind: 'export',
    state: 'WAITING',
    done: 0,
    total: 12_345,
    file: null,
    result: null,
  });
  const job = await bench.waitForJob('shelves', answer.body.job.id);
  expect(job).toMatchObject({ state: 'DONE', result: { rows: 12_345 }, problem: null });
  expect(job.file).toMatchObject({
    name: expect.stringMatching(/\.csv$/) as string,
    mediaType: 'text/csv; charset=utf-8',
  });
  const file = await bench.fetch('GET', `shelves/_jobs/${job.id}/file`);
  expect(Number(file.headers.get('content-length'))).toBe(job.file?.size);
  const written = lines(file.bytes);
  expect(written).toHaveLength(12_346);
  expect(written[1]).toBe('Étagère 000001;1');
  expect(written.at(-1)).toBe('Étagère 012345;45');
  expect(new Set(written).size).toBe(12_346);

  const workbook = await bench.export('shelves', { format: 'xlsx', columns: ['name', 'rank'] });
  const sheet = await readSheet(workbook);
  expect(sheet).toHaveLength(12_346);
  expect(sheet.at(-1)).toEqual(['Étagère 012345', 45]);
});

test('returns up to 5,000 records in the response', async () => {
  await fillShelves(5_000);
  const answer = await bench.fetch('POST', 'shelves/_export', { format: 'csv' });
  expect(answer.status).toBe(200);
  expect(lines(answer.bytes)).toHaveLength(5_001);
});

test('exports no records of another tenant', async () => {
  await bench.create('shelves', { name: 'Secret' });
  bench.caller = { tenantId: randomUUID(), rights: ['*'] };
  expect(lines(await bench.export('shelves', { format: 'csv', columns: ['name'] }))).toHaveLength(1);
});

test('exports records that are tenants for the platform', async () => {
  bench.caller = { tenantId: null, rights: ['*'] } as never;
  const name = `Théâtre ${randomUUID()}`;
  await bench.create('organisations', { name, slug: randomUUID().slice(0, 30) });
  const query = { q: name };
  expect(lines(await bench.export('organisations', { format: 'csv', columns: ['name'], query }))).toEqual([
    'sample.organisation.name (fr)',
    name,
  ]);
  expect((await bench.fetch('GET', 'organisations/_jobs')).status).toBe(403);
});
