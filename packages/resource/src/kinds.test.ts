import * as r from './index';
import { projectPrisma } from './prisma-projection';

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
    for (const { spec } of [r.text().encrypted(), r.text().secret(), r.text().secret().encrypted()]) {
      expect(r.isRedacted(spec)).toBe(true);
      expect([r.isListable, r.isSortable, r.isFilterable].some((able) => able(spec))).toBe(false);
    }
    expect(r.isRedacted(r.text().spec)).toBe(false);
  });
});

test('a computed field is readonly, and has neither a column, an index nor a database type', () => {
  const fields = {
    name: r.text(),
    rank: r.computed(r.enumeration(['1', '2']), `(SELECT min(n)::text FROM generate_series(1, 2) n)`),
    nights: r.computed(r.int(), 't.a - t.b').searchable(),
  };
  const stay = r.defineResource('sample.stay', { path: 'stays', rights: 'x', fields, sort: 'nights' });
  expect(fields.nights.spec).toMatchObject({
    kind: 'int',
    readonly: true,
    computed: 't.a - t.b',
    searchable: true,
  });
  expect(r.isWritable(stay, 'nights')).toBe(false);
  expect(projectPrisma([stay])).not.toMatch(/rank|nights/i);
  expect(r.indexedOrders(stay)).toEqual([]);
  // The expression is the server's own: screens do not receive it.
  const described = r.describeResourceFor(stay, { fr: {}, en: {} }, () => true);
  expect(JSON.stringify(described)).not.toContain('t.a - t.b');
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
  test.each<[string, object, string]>([
    ['written records', {}, 'only read'],
    ['published records', { operations: ['read'], referable: true }, 'only read'],
    [
      'a transition',
      {
        operations: ['read'],
        lifecycle: { states: ['a', 'b'], transitions: { go: { from: ['a'], to: 'b', right: 'go' } } },
      },
      'no transitions',
    ],
    [
      'rows',
      { operations: ['read'], fields: { a: r.children({ b: r.text() }) } },
      'a is written by the kernel',
    ],
    [
      'files',
      { operations: ['read'], fields: { name: r.text(), a: r.file() } },
      'a is written by the kernel',
    ],
    [
      'records that others may merge',
      { operations: ['read'], fields: { a: r.ref('crm.tiers') } },
      'a is written',
    ],
  ])('a view with %s', (_what, options, reason) =>
    expect(define({}, { view: true, ...options })).toThrow(reason),
  );
  test('a view has no table, and its records are not searched in others', () => {
    const seen = r.defineResource('sample.seen', {
      path: 'seen',
      rights: 'x',
      view: true,
      operations: ['read'],
      fields: { name: r.text().searchable() },
    });
    expect(projectPrisma([seen])).not.toMatch(/model/);
    expect(seen.referable).toBe(false);
  });
  test.each<[string, () => unknown, string]>([
    ['a searched secret', define({ a: r.text().secret().searchable() }), 'cannot be searched'],
    ['a unique encrypted value', define({ a: r.text().encrypted().unique() }), 'cannot be unique'],
    ['an encrypted default', define({ a: r.text().encrypted().default('x') }), 'cannot have a default'],
    ['today in a text', define({ a: r.text().proposesToday() }), 'today is no value'],
    ['an encrypted reference', define({ a: r.ref('sample.x').encrypted() }), 'cannot be encrypted'],
    ['a computed reference', define({ a: r.computed(r.ref('sample.x'), 't.b') }), 'cannot be computed'],
    ['a computed secret', define({ a: r.computed(r.text(), 't.b').encrypted() }), 'cannot be computed'],
    [
      'computed children',
      define({ a: r.computed(r.children({ b: r.text() }), 't.b') }),
      'cannot be computed',
    ],
    [
      'a computed field of children',
      define({ a: r.children({ b: r.computed(r.text(), 't.c') }) }),
      'cannot be computed',
    ],
    ['an empty expression', define({ a: r.computed(r.text(), ' ') }), 'empty expression'],
    ['a unique computed value', define({ a: r.computed(r.text(), 't.b').unique() }), 'cannot be unique'],
    ['a computed default', define({ a: r.computed(r.int(), 't.b').default(1) }), 'cannot have a default'],
    [
      'a computed value that is unique with others',
      define(
        { a: r.computed(r.text(), 't.b') },
        { uniqueTogether: [{ fields: ['name', 'a'], code: 'validation.unique' }] },
      ),
      'cannot be unique',
    ],
    [
      'a value that is computed and derived',
      define({ a: r.computed(r.int(), '1') }, { derive: { a: () => 1 } }),
      'cannot be derived',
    ],
    ['sensitive children', define({ a: r.children({ b: r.text() }).secret() }), 'no value to keep secret'],
    ['a secret among children', define({ a: r.children({ b: r.text().secret() }) }), 'cannot be secret'],
    [
      'children of children',
      define({ a: r.children({ b: r.children({ c: r.text() }) }) }),
      'children cannot have',
    ],
    ['a secret in the list', define({ a: r.text().secret() }, { list: ['a'] }), 'cannot be in a list'],
    ['a secret as the label', define({ a: r.text().secret() }, { label: 'a' }), 'cannot name a record'],
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
    [
      'a transition by itself that keeps the state',
      define(
        {},
        {
          lifecycle: {
            states: ['A'],
            transitions: { go: { from: ['A'], to: 'same', auto: true, when: () => true } },
          },
        },
      ),
      'never ends',
    ],
    [
      'a transition that keeps a state from which it does not begin',
      define(
        {},
        {
          lifecycle: {
            states: ['A', 'B'],
            transitions: { go: { from: ['A'], to: 'B', keeps: ['B'], right: 'go' } },
          },
        },
      ),
      'keeps B, which it does not begin in',
    ],
    [
      'a transition to a state that it never reaches',
      define(
        {},
        {
          lifecycle: {
            states: ['A', 'B'],
            transitions: { go: { from: ['A'], to: 'B', keeps: ['A'], right: 'go' } },
          },
        },
      ),
      'leads to same',
    ],
    [
      'a state with the name of none',
      define({}, { lifecycle: { states: ['same'], transitions: {} } as never }),
      'is no state',
    ],
    [
      'a transition without a right',
      define(
        {},
        { lifecycle: { states: ['A', 'B'], transitions: { go: { from: ['A'], to: 'B' } } } as never },
      ),
      'needs a right',
    ],
    [
      'a path through a state that does not exist',
      define({}, { lifecycle: { states: ['A'], path: ['B'], transitions: {} } as never }),
      'B is not one of its states',
    ],
    [
      'a confirmation that shows a secret',
      define(
        { a: r.text().secret() },
        {
          lifecycle: {
            states: ['A'],
            transitions: { go: { from: ['A'], to: 'A', right: 'go', confirm: ['a'] } },
          } as never,
        },
      ),
      'cannot show a',
    ],
    [
      'a sensitive input',
      define(
        {},
        {
          lifecycle: {
            states: ['A'],
            transitions: { go: { from: ['A'], to: 'A', right: 'go', input: { a: r.text().secret() } } },
          } as never,
        },
      ),
      'cannot be secret',
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
      pay: r.money().secret(),
    };
    const listed = { ...base, fields, list: ['name', 'price', 'weight'] as const };
    expect(r.summedFields(r.defineResource('sample.x', listed))).toEqual(['price']);
    expect(
      r.summedFields(r.defineResource('sample.x', { ...listed, sums: ['weight', 'pay', 'name'] })),
    ).toEqual(['weight']);
  });
});
