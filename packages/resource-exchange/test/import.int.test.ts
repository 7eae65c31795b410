import { randomUUID } from 'node:crypto';
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

type Body = Record<string, unknown> & { id: string; version: number };
const text = (file: Buffer) => file.toString().replace('\ufeff', '');
const all = async (path: string) =>
  (await bench.json<{ items: Body[] }>('GET', `${path}?size=200&archived=all`)).body.items;
const gadgets = async () => (await bench.json<{ items: Body[] }>('GET', 'gadgets?size=200')).body.items;
const refused = async (path: string, file: Buffer | string) => {
  const { status, body } = await bench.json<{ code: string; detail: string }>(
    'POST',
    `${path}/_imports`,
    Buffer.from(file as string),
  );
  return [status, body.code];
};

describe('an uploaded file', () => {
  test('is read, and its columns are matched with fields', async () => {
    const upload = await bench.upload(
      'shelves',
      'sample.shelf.name (fr);Couleur ?;rank\nHaut;x;1\n;;\nBas;;2\nCave;y;3\nGrenier;z;4\n',
      'étagères 2026.csv',
    );
    expect(upload).toMatchObject({
      fileName: 'étagères 2026.csv',
      rows: 4,
      columns: [
        { index: 0, header: 'sample.shelf.name (fr)', samples: ['Haut', 'Bas', 'Cave'], field: 'name' },
        { index: 1, header: 'Couleur ?', samples: ['x', 'y', 'z'], field: null },
        { index: 2, header: 'rank', samples: ['1', '2', '3'], field: 'rank' },
      ],
      keys: ['name', 'id'],
    });
    expect(upload.fields).toEqual(
      expect.arrayContaining([
        { name: 'name', label: 'sample.shelf.name (fr)', required: true, type: 'text', hint: '' },
        {
          name: 'isArchived',
          label: 'sample.shelf.isArchived (fr)',
          required: false,
          type: 'bool',
          hint: 'Oui, Non',
        },
      ]),
    );
    expect(upload.fields.map(({ name }) => name)).not.toContain('position');
  });

  test('is rejected as a whole if it cannot be imported', async () => {
    expect(await refused('shelves', '')).toEqual([422, 'import.empty']);
    expect(await refused('shelves', 'Nom\n')).toEqual([422, 'import.empty']);
    expect(await refused('shelves', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]))).toEqual([
      422,
      'import.not-csv',
    ]);
    expect(await refused('shelves', 'Nom;nom\n1;2')).toEqual([422, 'import.duplicate-headers']);
    expect(await refused('shelves', Buffer.alloc(21 * 1024 * 1024, 'a'))).toEqual([413, 'import.too-large']);
    expect(await refused('shelves', Buffer.alloc(30 * 1024 * 1024, 'a'))).toEqual([413, 'request.too-large']);
    bench.caller = { ...bench.caller, rights: ['sample.shelf.create'] };
    expect(await refused('shelves', 'Nom\nA')).toEqual([403, 'security.insufficient-privilege']);
  });

  test('returns the errors of a mapping', async () => {
    const upload = await bench.upload('shelves', 'Nom;Rang\nA;1\n');
    const run = async (body: object) => {
      const answer = await bench.json<{ errors: { pointer: string; code: string }[]; code: string }>(
        'POST',
        `shelves/_imports/${upload.id}/run`,
        { dryRun: true, mode: 'create', ...body },
      );
      return [answer.status, ...(answer.body.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)];
    };
    expect(await run({ mapping: {} })).toEqual([422, '/mapping import.field-not-mapped']);
    expect(await run({ mapping: { '0': 'name', '1': 'name' } })).toEqual([
      422,
      '/mapping/0 validation.unique',
      '/mapping/1 validation.unique',
    ]);
    expect(await run({ mapping: { '0': 'name', '1': 'nonsense', '7': 'rank' } })).toEqual([
      422,
      '/mapping/1 validation.choice',
      '/mapping/7 validation.extra-fields',
    ]);
    expect(await run({ mapping: { '0': 'name' }, mode: 'upsert' })).toEqual([
      422,
      '/key validation.not-blank',
    ]);
    expect(await run({ mapping: { '0': 'name' }, mode: 'upsert', key: 'rank' })).toEqual([
      422,
      '/key validation.choice',
    ]);
    expect(await run({ mapping: { '1': 'rank' }, mode: 'upsert', key: 'name' })).toEqual([
      422,
      '/key import.field-not-mapped',
    ]);
    expect(await run({ mapping: { '0': 'name' }, mode: 'replace' })).toEqual([
      422,
      '/mode validation.choice',
    ]);
    for (const id of [randomUUID(), 'x'])
      expect(
        (
          await bench.json<{ code: string }>('POST', `shelves/_imports/${id}/run`, {
            mapping: {},
            mode: 'create',
            dryRun: true,
          })
        ).body.code,
      ).toBe('import.file-not-found');
    bench.caller = { ...bench.caller, rights: ['sample.shelf.import', 'sample.shelf.read'] };
    expect(await run({ mapping: { '0': 'name' } })).toEqual([403]);
  });

  test('can be the sample file, unchanged', async () => {
    for (const format of ['csv', 'xlsx']) {
      bench.caller = { tenantId: randomUUID(), rights: ['*'] };
      const { id } = await bench.create('shelves', { name: 'Haut | bas' });
      const sample = await bench.fetch('GET', `gadgets/_imports/sample?format=${format}`);
      expect(sample.status).toBe(200);
      expect(sample.headers.get('content-disposition')).toContain(`.${format}`);
      const { job, outcome } = await bench.import('gadgets', sample.bytes);
      expect([job.problem, outcome.errors]).toEqual([null, []]);
      expect(outcome).toMatchObject({ created: 1, failed: 0 });
      expect((await gadgets())[0]).toMatchObject({ shelf: { id } });
    }
  });
});

describe('an import', () => {
  test('writes nothing in a dry run, then writes', async () => {
    const file = 'Nom;rank;isArchived\nHaut;1;oui\nBas;2;0\n';
    const mapping = { '0': 'name', '1': 'rank', '2': 'isArchived' };
    const tried = await bench.import('shelves', file, { dryRun: true, mapping });
    expect(tried.job).toMatchObject({ state: 'DONE', done: 2, total: 2, file: null });
    expect(tried.outcome).toEqual({
      dryRun: true,
      created: 2,
      updated: 0,
      unchanged: 0,
      failed: 0,
      errors: [],
    });
    expect(await all('shelves')).toEqual([]);

    const { outcome } = await bench.import('shelves', file, { mapping });
    expect(outcome).toMatchObject({ dryRun: false, created: 2 });
    const made = await all('shelves');
    expect(made).toEqual([
      expect.objectContaining({ name: 'Bas', rank: 2, isArchived: false }),
      expect.objectContaining({ name: 'Haut', rank: 1, isArchived: true }),
    ]);
    const { body } = await bench.json<{ items: { action: string; actor: string }[] }>(
      'GET',
      `shelves/${made[0]!.id}/history`,
    );
    expect(body.items).toEqual([expect.objectContaining({ action: 'create', actor: 'Tess Tester' })]);
    expect(await refused('shelves', file)).toEqual([409, 'import.file-already-imported']);
    expect(await refused('gadgets', file)).toEqual([201, undefined]);
    bench.caller = { tenantId: randomUUID(), rights: ['*'] };
    expect(await refused('shelves', file)).toEqual([201, undefined]);
  });

  test('writes the valid rows and returns the invalid ones in a file to correct and import again', async () => {
    await bench.create('shelves', { name: 'Prise' });
    const file = [
      'Nom;rank;Remarque',
      'Haut;1;-12,5',
      ';2;"sans; nom"',
      'Prise;3;',
      'Bas;cent;=1+1',
      'Cave;200;a;b',
      'haut de gamme;5;',
      'Haut;6;',
    ].join('\n');
    const mapping = { '0': 'name', '1': 'rank' };
    const { job, outcome } = await bench.import('shelves', file, { mapping });
    expect(outcome).toMatchObject({ created: 2, failed: 5 });
    const reported = outcome.errors.map(({ row, attribute, header, code }) => [row, attribute, header, code]);
    expect(reported).toEqual([
      [3, 'name', 'Nom', 'validation.not-blank'],
      [4, 'name', 'Nom', 'validation.unique'],
      [5, 'rank', 'rank', 'validation.number'],
      [6, '', '', 'import.too-many-cells'],
      [8, 'name', 'Nom', 'import.duplicate-value'],
    ]);
    expect(outcome.errors[0]?.detail).toMatch(/^Erreur ligne 3, attribut name, en-tête Nom\. /);
    expect(job.file).toMatchObject({ name: 'essai - erreurs.csv', mediaType: 'text/csv; charset=utf-8' });

    const errors = await bench.fileOf('shelves', job.id);
    expect(errors.length).toBe(job.file?.size);
    expect(errors.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const rows = text(errors).trimEnd().split('\r\n');
    expect(rows[0]).toBe(
      "Ligne d'origine;Attribut en erreur;En-tête en erreur;Message d'erreur;Nom;rank;Remarque",
    );
    expect(rows[1]).toMatch(/^3;name;Nom;Erreur ligne 3, .*;;2;"sans; nom"$/);
    expect(rows[3]).toMatch(/;Bas;cent;'=1\+1$/);

    const corrected = text(errors)
      .replace(';;2;', ';Milieu;2;')
      .replace('Prise;3', 'Libre;3')
      .replace('cent', '100');
    const again = await bench.upload('shelves', corrected);
    expect(again.columns.map(({ field }) => field).slice(0, 4)).toEqual([null, null, null, null]);
    const second = await bench.start('shelves', again, { mapping: { '4': 'name', '5': 'rank' } });
    const ended = await bench.waitForJob('shelves', second.id);
    expect(ended.result).toMatchObject({ created: 2, failed: 3 });
    const file2 = text(await bench.fileOf('shelves', second.id));
    expect(file2.split('\r\n')[0]).toBe(rows[0]);
  });

  test('updates records found by a key, and leaves the others unchanged', async () => {
    const { id } = await bench.create('shelves', { name: 'Haut', rank: 1, color: '#112233' });
    await bench.create('shelves', { name: 'Bas', rank: 2 });
    const file = 'name;rank;color\nHaut;9;\nBas;2;\nCave;3;#445566\n';
    const { outcome } = await bench.import('shelves', file, { mode: 'upsert', key: 'name' });
    expect(outcome).toEqual({ dryRun: false, created: 1, updated: 1, unchanged: 1, failed: 0, errors: [] });
    expect((await bench.json<Body>('GET', `shelves/${id}`)).body).toMatchObject({
      rank: 9,
      color: null,
      version: 2,
    });

    const byId = `id;name\n${id};Tout en haut\n${randomUUID()};Personne\n;Neuf\n`;
    const second = await bench.import('shelves', byId, { mode: 'upsert', key: 'id' });
    expect(second.outcome).toMatchObject({ created: 1, updated: 1, failed: 1 });
    expect(second.outcome.errors[0]).toMatchObject({
      row: 3,
      attribute: 'id',
      code: 'import.reference-unknown',
    });
    expect((await bench.json<Body>('GET', `shelves/${id}`)).body).toMatchObject({
      name: 'Tout en haut',
      rank: 9,
    });
  });

  test('finds referenced records by label, key or id, and reports those not found', async () => {
    const shelf = await bench.create('shelves', { name: 'Scène' });
    const bar = await bench.create('shelves', { name: 'Bar | bis' });
    for (const name of ['Robot', 'Robot']) await bench.create('gadgets', { name, price: '1', kind: 'TOY' });
    const { id: owner } = { id: randomUUID() };
    const labelledGadget = await bench.create('gadgets', { name: 'Connu', price: '1', kind: 'TOY', owner });
    await bench.database.asSuperuser(
      `INSERT INTO kit.reference (tenant_id, resource, id, version, label)
       SELECT tenant_id, 'elsewhere.person', owner_id, 1, 'Mme Durand' FROM gadget WHERE id = '${labelledGadget.id}'`,
    );
    const file = [
      'name;price;kind;shelf;otherShelves;owner',
      `A;1;TOY;Scène;Scène | Bar \\| bis;Mme Durand`,
      `B;2;TOY;scène;${bar.id};${owner}`,
      `C;3;TOY;Nulle part;;`,
      `D;4;TOY;${randomUUID()};;`,
      `E;5;TOY;;Scène | Nulle part;M. Inconnu`,
    ].join('\n');
    const { outcome } = await bench.import('gadgets', file);
    expect(outcome.errors.map(({ row, attribute, code }) => [row, attribute, code])).toEqual([
      [4, 'shelf', 'import.reference-unknown'],
      [5, 'shelf', 'validation.choice'],
      [6, 'otherShelves', 'import.reference-unknown'],
      [6, 'owner', 'import.reference-unknown'],
    ]);
    const made = (await gadgets()).filter(({ name }) => ['A', 'B'].includes(String(name)));
    expect(made.map(({ shelf: at }) => at)).toEqual([
      { id: shelf.id, label: 'Scène' },
      { id: shelf.id, label: 'Scène' },
    ]);
    const first = (await bench.json<Body>('GET', `gadgets/${made[0]!.id}`)).body;
    expect(first).toMatchObject({ otherShelves: [{ id: shelf.id }, { id: bar.id }], owner: { id: owner } });

    // For an existing record, an ambiguous label means the record that it already refers to.
    await bench.create('shelves', { name: 'SCÈNE' });
    await bench.create('gadgets', { name: 'F', price: '1.00', kind: 'TOY', shelf: shelf.id });
    const f = (await gadgets()).find(({ name }) => name === 'F')!;
    const back = (label: string) =>
      bench.import('gadgets', `id;name;shelf\n${String(f.id)};F;${label}\n`, { mode: 'upsert', key: 'id' });
    expect((await back('Scène')).outcome).toMatchObject({ unchanged: 1, failed: 0 });
    expect((await back('scène')).outcome.errors).toMatchObject([{ code: 'import.reference-ambiguous' }]);

    const checks = await bench.import('checks', 'gadget;day\nRobot;31/12/2026\nA;31/12/2026\n');
    expect(checks.outcome).toMatchObject({ created: 1, failed: 1 });
    expect(checks.outcome.errors[0]).toMatchObject({
      row: 2,
      attribute: 'gadget',
      code: 'import.reference-ambiguous',
    });
  });

  test('creates children from columns side by side, and updates them by index', async () => {
    const file =
      'name;price;kind;parts[0].label;parts[0].price;parts[1].label;parts[1].price\nRobot;1;TOY;bras;1,5;;\nOurs;1;TOY;tête;x;jambe;\n';
    const { outcome } = await bench.import('gadgets', file);
    expect(outcome).toMatchObject({ created: 1, failed: 1 });
    expect(outcome.errors.map(({ attribute, header, code }) => [attribute, header, code])).toEqual([
      ['parts[0].price', 'parts[0].price', 'validation.number'],
    ]);
    const [robot] = await gadgets();
    const before = (await bench.json<{ parts: Body[] }>('GET', `gadgets/${robot!.id}`)).body.parts;
    expect(before).toEqual([expect.objectContaining({ label: 'bras', price: '1.50' })]);
    const change = `id;parts[0].label;parts[1].label;parts[1].price\n${robot!.id};bras droit;bras gauche;2\n`;
    expect((await bench.import('gadgets', change, { mode: 'upsert', key: 'id' })).outcome).toMatchObject({
      updated: 1,
    });
    const after = (await bench.json<{ parts: Body[] }>('GET', `gadgets/${robot!.id}`)).body.parts;
    expect(after).toEqual([
      expect.objectContaining({ id: before[0]!.id, label: 'bras droit', price: '1.50' }),
      expect.objectContaining({ label: 'bras gauche', price: '2.00' }),
    ]);
    const wrong = 'name;price;kind;parts[0].label;parts[1].label\nX;1;TOY;;seul\n';
    expect((await bench.import('gadgets', wrong)).outcome.errors).toEqual([
      expect.objectContaining({ attribute: 'parts[1].price', header: '', code: 'validation.not-blank' }),
    ]);
  });

  test('applies the rules of the resource, also to a variant', async () => {
    const ruled = await bench.import('gadgets', 'name;price;kind;weight\nA;1;TOY;13\nB;1;TOOL;13\n');
    expect(ruled.outcome).toMatchObject({ created: 1, failed: 1 });
    expect(ruled.outcome.errors[0]).toMatchObject({ row: 2, attribute: 'weight', code: 'validation.choice' });
    const upload = await bench.upload('toys', 'name;price;kind\nOurs;2;TOOL\n');
    expect(upload.columns[2]?.field).toBeNull();
    const job = await bench.start('toys', upload);
    expect((await bench.waitForJob('toys', job.id)).result).toMatchObject({ created: 1 });
    expect((await gadgets()).find(({ name }) => name === 'Ours')).toMatchObject({ kind: 'TOY' });
    // A record of the base resource that is not a record of the variant is not found.
    const tools = await bench.upload(
      'toys',
      'id;name;price\n' + `${(await gadgets()).find(({ name }) => name === 'B')!.id};C;3\n`,
    );
    const other = await bench.waitForJob(
      'toys',
      (await bench.start('toys', tools, { mode: 'upsert', key: 'id' })).id,
    );
    expect(other.result).toMatchObject({ updated: 0, failed: 1 });
  });

  test('reads workbooks and other encodings', async () => {
    const workbook = await bench.export('shelves', {
      format: 'xlsx',
      columns: ['name', 'rank', 'isArchived'],
    });
    expect(await readSheet(workbook)).toHaveLength(1);
    expect(await refused('shelves', workbook)).toEqual([422, 'import.empty']);
    await bench.create('shelves', { name: 'Chaufferie n° 3', rank: 4 });
    const full = await bench.export('shelves', { format: 'xlsx', columns: ['name', 'rank', 'isArchived'] });
    bench.caller = { tenantId: randomUUID(), rights: ['*'] };
    expect((await bench.import('shelves', full)).outcome).toMatchObject({ created: 1 });
    const windows = Buffer.from('name;rank\nTh\u00e9\u00e2tre \u00e0 c\u00f4t\u00e9;1\n', 'latin1');
    expect((await bench.import('shelves', windows)).outcome).toMatchObject({ created: 1 });
    expect((await all('shelves')).map(({ name }) => name)).toEqual(['Chaufferie n° 3', 'Théâtre à côté']);
  });

  test('of 1,000 rows with 50 invalid ones takes less than 30 seconds', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) =>
      index % 20 === 7 ? `Étagère ${index};trop` : `Étagère ${index};${index % 100}`,
    );
    const file = `name;rank\n${rows.join('\n')}\n`;
    const begun = Date.now();
    const { job, outcome } = await bench.import('shelves', file);
    expect(outcome).toMatchObject({ created: 950, failed: 50 });
    expect(Date.now() - begun).toBeLessThan(30_000);
    expect(
      text(await bench.fileOf('shelves', job.id))
        .trimEnd()
        .split('\r\n'),
    ).toHaveLength(51);
  });
});
