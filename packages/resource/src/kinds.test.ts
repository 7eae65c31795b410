import * as r from './index';

const kinds = {
  text: r.text(),
  longText: r.longText(),
  richText: r.richText(),
  int: r.int(),
  duration: r.duration(),
  decimal: r.decimal(),
  money: r.money(),
  percent: r.percent(),
  bool: r.bool(),
  date: r.date(),
  time: r.time(),
  datetime: r.datetime(),
  enumeration: r.enumeration(['A']),
  email: r.email(),
  phone: r.phone(),
  url: r.url(),
  color: r.color(),
  country: r.country(),
  language: r.language(),
  currency: r.currency(),
  iban: r.iban(),
  bic: r.bic(),
  siren: r.siren(),
  siret: r.siret(),
  vatNumber: r.vatNumber(),
  nir: r.nir(),
  number: r.numbered({ series: 's', prefix: 'S', on: 'create' }),
  json: r.json(),
  ref: r.ref('sample.shelf'),
  refs: r.refs('sample.shelf'),
  file: r.file(),
  image: r.image(),
  list: r.list(r.text()),
  children: r.children({ label: r.text() }),
  related: r.related('sample.note', { by: 'shelf' }),
} satisfies Record<r.FieldKind, r.Field<unknown>>;

const names = (able: (spec: r.FieldSpec) => boolean) =>
  Object.entries(kinds).flatMap(([name, { spec }]) => (able(spec) ? [name] : []));

describe('field kinds', () => {
  test('define their storage type', () => {
    const types = Object.fromEntries(
      Object.entries(kinds)
        .filter(([, { spec }]) => r.hasColumn(spec) && spec.kind !== 'enumeration')
        .map(([name, { spec }]) => [name, r.storageOf(spec).prisma.join(' ').trim()]),
    );
    expect(types).toMatchObject({
      richText: 'String @db.Text',
      duration: 'Int',
      language: 'String @db.VarChar(2)',
      iban: 'String @db.VarChar(34)',
      siret: 'String @db.VarChar(14)',
      file: 'String @db.Uuid',
      image: 'String @db.Uuid',
      number: 'String @db.VarChar(40)',
    });
    expect(r.storageOf(r.nir().encrypted().spec)).toEqual({ prisma: ['Bytes', ''], sql: 'bytea' });
    expect(r.storageOf(r.list(r.int()).spec).sql).toBe('integer[]');
    expect(r.storageOf(r.list(r.time()).spec).sql).toBe('text[]');
  });
  test('define whether they can be listed, sorted and filtered', () => {
    const all = Object.keys(kinds);
    const but = (...some: string[]) => all.filter((name) => !some.includes(name));
    const bare = ['children', 'related'];
    expect(names(r.isListable)).toEqual(but(...bare));
    expect(names(r.isFilterable)).toEqual(but(...bare, 'json', 'richText'));
    expect(names(r.isSortable)).toEqual(
      but(...bare, 'json', 'richText', 'longText', 'refs', 'list', 'file', 'image'),
    );
    expect(names(r.isPointer)).toEqual(['ref', 'file', 'image']);
  });
  test('excludes sensitive and encrypted fields from lists, sorting and filters', () => {
    for (const { spec } of [r.text().encrypted(), r.text().sensitive(), r.text().sensitive().encrypted()]) {
      expect(r.isRedacted(spec)).toBe(true);
      expect([r.isListable, r.isSortable, r.isFilterable].some((able) => able(spec))).toBe(false);
    }
    expect(r.isRedacted(r.text().spec)).toBe(false);
  });
});

describe('a contradictory definition is refused', () => {
  const define =
    (fields: r.Fields, options: object = {}) =>
    () =>
      r.defineResource('sample.x', {
        path: 'x',
        rights: 'x',
        fields: { name: r.text(), ...fields },
        ...options,
      });
  test.each<[string, () => unknown, string]>([
    ['a searched secret', define({ a: r.text().sensitive().searchable() }), 'cannot be searched'],
    ['a unique encrypted value', define({ a: r.text().encrypted().unique() }), 'cannot be unique'],
    ['an encrypted default', define({ a: r.text().encrypted().default('x') }), 'cannot have a default'],
    ['an encrypted reference', define({ a: r.ref('sample.x').encrypted() }), 'cannot be encrypted'],
    ['sensitive children', define({ a: r.children({ b: r.text() }).sensitive() }), 'no value to keep secret'],
    [
      'a secret among children',
      define({ a: r.children({ b: r.text().sensitive() }) }),
      'cannot be sensitive',
    ],
    [
      'children of children',
      define({ a: r.children({ b: r.children({ c: r.text() }) }) }),
      'children cannot have',
    ],
    ['a secret in the list', define({ a: r.text().sensitive() }, { list: ['a'] }), 'cannot be in a list'],
    ['a secret as the label', define({ a: r.text().sensitive() }, { label: 'a' }), 'cannot name a record'],
    ['a list ordered by a long text', define({ a: r.longText() }, { sort: '-a' }), 'cannot order a list'],
    ['an order without its field', define({}, { sortable: true }), 'sortable(fields)'],
    [
      'a number of no operation',
      define({ a: r.numbered({ series: 's', prefix: 'S', on: 'post' }) }),
      'no transition',
    ],
    ['a name of the kernel', define({ _actions: r.text() }), 'kernel itself'],
    [
      'a transition by itself on no condition',
      define(
        {},
        { lifecycle: { states: ['A', 'B'], transitions: { go: { from: ['A'], to: 'B', auto: true } } } },
      ),
      'needs both',
    ],
    [
      'a transition by itself to where it begins',
      define(
        {},
        {
          lifecycle: {
            states: ['A', 'B'],
            transitions: { go: { from: ['A', 'B'], to: 'B', auto: true, when: () => true } },
          },
        },
      ),
      'never ends',
    ],
  ])('%s', (_what, wrong, reason) => expect(wrong).toThrow(reason));
});

describe('the features of a resource', () => {
  const base = { path: 'x', rights: 'x', fields: { name: r.text().required().unique() } };
  test('follow from its fields and operations', () => {
    expect(r.featuresOf(r.defineResource('sample.x', base))).toEqual({
      archivable: false,
      sortable: false,
      attachable: false,
      duplicable: true,
      importable: true,
      exportable: true,
      importKeys: ['name'],
    });
    const full = r.defineResource('sample.x', {
      ...base,
      fields: r.sortable(r.archivable({ ...base.fields, code: r.text() })),
      sortable: true,
      attachable: true,
      duplicable: false,
      importKeys: ['code'],
    });
    expect(r.featuresOf(full)).toEqual({
      archivable: true,
      sortable: true,
      attachable: true,
      duplicable: false,
      importable: true,
      exportable: true,
      importKeys: ['code'],
    });
    expect(full.sort).toBe('position');
    expect(r.isWritable(full, 'position')).toBe(false);
    const shown = r.featuresOf(r.defineResource('sample.x', { ...base, operations: ['read'] }));
    expect(shown).toMatchObject({ duplicable: false, importable: false, exportable: true, importKeys: [] });
  });
  test('sum the amounts and integers of the list, or the named columns', () => {
    const fields = {
      name: r.text(),
      price: r.money(),
      rank: r.int(),
      weight: r.decimal(),
      pay: r.money().sensitive(),
    };
    const listed = { ...base, fields, list: ['name', 'price', 'weight'] as const };
    expect(r.summedFields(r.defineResource('sample.x', listed))).toEqual(['price']);
    expect(
      r.summedFields(r.defineResource('sample.x', { ...listed, sums: ['weight', 'pay', 'name'] })),
    ).toEqual(['weight']);
  });
});

describe('numbers of a gap-free series', () => {
  const bill = r.defineResource('sample.bill', {
    path: 'x',
    rights: 'x',
    fields: {
      code: r.numbered({ series: 'bill', prefix: 'F', on: 'post' }),
      draft: r.numbered({ series: 'draft', prefix: 'D', on: 'create' }),
    },
    lifecycle: { states: ['DRAFT', 'POSTED'], transitions: { post: { from: ['DRAFT'], to: 'POSTED' } } },
  });
  test('are due once, at their operation, with the year in Europe/Paris', () => {
    const eve = new Date('2026-12-31T23:30:00Z');
    const due = { field: 'code', series: 'bill', prefix: 'F', year: 2027 };
    expect(r.pendingNumbers(bill, 'post', { code: null }, eve)).toEqual([due]);
    expect(r.pendingNumbers(bill, 'post', {}, new Date('2026-12-31T22:30:00Z'))).toEqual([
      { ...due, year: 2026 },
    ]);
    expect(r.pendingNumbers(bill, 'post', { code: 'F-2026-000001' }, eve)).toEqual([]);
    expect(r.pendingNumbers(bill, 'create', {}, eve).map(({ field }) => field)).toEqual(['draft']);
    expect(r.pendingNumbers(bill, 'update', {}, eve)).toEqual([]);
  });
  test('are never accepted from callers', () => expect(r.isWritable(bill, 'code')).toBe(false));
});

describe('a commercial document', () => {
  const bill = r.defineResource('sample.bill', {
    path: 'sample/bills',
    rights: 'sample.bill',
    fields: r.document({ series: 'bill', prefix: 'F', on: 'post' }, { title: r.text() }),
    derive: r.documentTotals,
    lifecycle: { states: ['DRAFT', 'POSTED'], transitions: { post: { from: ['DRAFT'], to: 'POSTED' } } },
  });
  const item = (quantity: string, unitPrice: string, vatRate: string, discount: string | null = null) => ({
    quantity,
    unitPrice,
    vatRate,
    discount,
  });
  test('has a readonly number and totals, and writable lines', () => {
    expect(Object.keys(bill.fields)).toEqual(['code', 'items', 'totalHT', 'totalVAT', 'totalTTC', 'title']);
    expect(['code', 'totalHT', 'totalTTC'].map((field) => r.isWritable(bill, field))).toEqual([
      false,
      false,
      false,
    ]);
  });
  test('rounds the tax once per rate', () => {
    const items = [item('3', '0.33', '20'), item('1', '10', '5.5', '12.5'), item('2', '0.33', '20')];
    const record = { items };
    expect(r.documentTotals.totalHT(record)).toBe('10.40');
    expect(r.documentTotals.totalVAT(record)).toBe('0.81');
    expect(r.documentTotals.totalTTC(record)).toBe('11.21');
    expect(r.documentTotals.totalTTC({ items: [] })).toBe('0.00');
    expect(r.documentTotals.totalTTC({ items: [item('-1', '10', '20')] })).toBe('-12.00');
  });
});
