import {
  bic,
  children,
  country,
  currency,
  date,
  defineResource,
  decimal,
  email,
  iban,
  int,
  json,
  language,
  list,
  money,
  ref,
  refs,
  text,
  time,
  url,
  type ResourceDefinition,
} from '@coulisse/resource';
import fc from 'fast-check';
import { bill, gadget, toy } from '@coulisse/sample/resources';
import { Problem } from '@coulisse/service-kit/problem';
import { canonical } from './codec';
import { completed, parseInput } from './parse';

const thing = defineResource('sample.thing', {
  path: 'sample/things',
  rights: 'sample.thing',
  fields: {
    name: text({ max: 10 }).required(),
    price: money({ min: 0 }),
    weight: decimal(),
    rank: int().default(1),
    mail: email(),
    site: url(),
    on: date(),
    at: list(time()),
    owner: ref('sample.thing'),
    extra: json(),
    lines: children({ label: text().required() }),
  },
});

describe('the input of a resource', () => {
  test.each([
    ['a few kinds', thing],
    ['every kind', gadget],
    ['a variant', toy],
    ['a document', bill],
  ])('of %s: any body gives values, or a problem with pointers into it', (_what, resource) => {
    const names = Object.keys(resource.fields);
    const field = fc.oneof(fc.constantFrom(...names), fc.string());
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.jsonValue(), { maxKeys: 8 }));
    fc.assert(
      fc.property(body, fc.constantFrom('create' as const, 'update' as const), (sent, operation) => {
        try {
          const values = parseInput(resource, operation, sent);
          expect(Object.keys(values).every((name) => names.includes(name))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
          const { errors } = error as Problem;
          expect(errors.length).toBeGreaterThan(0);
          expect(errors.every(({ pointer }) => pointer === '' || pointer.startsWith('/'))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('has empty values for empty strings of a form', () => {
    const input = parseInput(thing, 'create', { name: ' x ', price: '', mail: '  ', on: '' });
    expect(completed(thing.fields, input)).toEqual({
      name: 'x',
      price: null,
      weight: null,
      rank: 1,
      mail: null,
      site: null,
      on: null,
      at: [],
      owner: null,
      extra: null,
      lines: [],
    });
  });

  test.each([
    ['iban', 'fr14 2004 1010 0505 0001 3M02 606', 'FR1420041010050500013M02606'],
    ['bic', 'bnpa frpp', 'BNPAFRPP'],
    ['siren', '404.833.048', '404833048'],
    ['siret', '732 829 320 00074', '73282932000074'],
    ['vatNumber', 'fr 83 404 833 048', 'FR83404833048'],
    ['makerNir', '2 53 07 2A 073 004 43', '253072A07300443'],
    ['story', ' <p>a<script>b</script></p> ', '<p>a</p>'],
    ['color', '#AABBCC', '#aabbcc'],
    ['email', ' a@b.fr ', 'a@b.fr'],
    ['story', '<p></p>', null],
    ['iban', '  ', null],
    ['buildTime', 90, 90],
  ])('%s: %j is stored as %j', (field, typed, stored) =>
    expect(parseInput(gadget, 'update', { [field]: typed })).toEqual({ [field]: stored }),
  );

  const checked = defineResource('sample.checked', {
    path: 'sample/checked',
    rights: 'sample.checked',
    fields: {
      name: text(),
      friends: refs('sample.checked'),
      names: list(text()),
      site: url(),
      at: time(),
      rank: int({ min: 3, max: 5 }),
      price: money({ min: 0 }),
      iban: iban(),
      bic: bic(),
      currency: currency(),
      country: country(),
      language: language(),
    },
  });
  const id = '0190b000-0000-7000-8000-00000000000a';
  const many = (count: number, value: string) => Array.from({ length: count }, () => value);
  test.each<[string, object, object, string]>([
    ['R-050', { friends: many(501, id) }, { friends: [id] }, '/friends validation.choice-count'],
    ['R-050', { names: many(201, 'a') }, { names: many(200, 'a') }, '/names validation.choice-count'],
    ['R-052', { site: 'javascript:alert(1)' }, { site: 'https://a.fr/?b=c#d' }, '/site validation.url'],
    ['R-052', { site: 'www.a.fr' }, { site: 'http://www.a.fr' }, '/site validation.url'],
    ['R-054', { at: '24:00' }, { at: '23:59' }, '/at validation.time'],
    ['R-054', { at: '9:5' }, { at: '09:05' }, '/at validation.time'],
    ['R-057', { rank: 2 }, { rank: 3 }, '/rank validation.value-min'],
    ['R-057', { price: '-0.01' }, { price: '0.00' }, '/price validation.value-min'],
    [
      'R-066',
      { iban: 'FR7630006000011234567890188' },
      { iban: 'FR76 3000 6000 0112 3456 7890 189' },
      '/iban validation.iban',
    ],
    ['R-067', { bic: 'AGRIFRP' }, { bic: 'AGRIFRPP' }, '/bic validation.bic'],
    ['R-069', { currency: 'EUX' }, { currency: 'EUR' }, '/currency validation.currency'],
    ['R-070', { country: 'XX' }, { country: 'FR' }, '/country validation.country'],
    ['R-071', { language: 'xx' }, { language: 'en' }, '/language validation.locale'],
  ])('%s: %j is refused, %j is not', (_rule, wrong, right, error) => {
    const errors = (sent: object) => {
      try {
        parseInput(checked, 'create', sent);
        return [];
      } catch (failure) {
        return (failure as Problem).errors.map(({ pointer, code }) => `${pointer} ${code}`);
      }
    };
    expect(errors(wrong)).toEqual([error]);
    expect(errors(right)).toEqual([]);
  });

  test('numbered fields, related records and fields that a variant leaves out are not accepted', () => {
    const refused = (resource: ResourceDefinition, body: object) => {
      try {
        return parseInput(resource, 'update', body);
      } catch (error) {
        return (error as Problem).errors.map(({ pointer, code }) => `${pointer} ${code}`);
      }
    };
    expect(refused(gadget, { code: 'G-1', checks: [] })).toEqual([
      '/code validation.extra-fields',
      '/checks validation.extra-fields',
    ]);
    expect(refused(toy, { kind: 'TOOL', notes: 'x' })).toEqual([
      '/kind validation.extra-fields',
      '/notes validation.extra-fields',
    ]);
    expect(parseInput(toy, 'create', { name: 'x', price: '1' })).toEqual({
      name: 'x',
      price: '1.00',
      kind: 'TOY',
    });
  });

  test('a new record has every stored field, and no other', () => {
    const fields = Object.keys(completed(gadget.fields, {}));
    expect(fields).toContain('code');
    expect(fields).not.toContain('checks');
  });

  test('amounts are text in a canonical form', () => {
    const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
    fc.assert(
      fc.property(cents, (amount) => {
        const spelt = canonical({ kind: 'money' }, (amount / 100).toFixed(2)) as string;
        expect(Math.round(Number(spelt) * 100)).toBe(amount);
        expect(spelt).toMatch(/^-?\d+\.\d\d$/);
        expect(canonical({ kind: 'money' }, spelt)).toBe(spelt);
      }),
    );
    expect(canonical({ kind: 'money' }, '-0')).toBe('0.00');
    expect(canonical({ kind: 'decimal' }, '007.5000')).toBe('7.5');
    expect(canonical({ kind: 'decimal' }, '100')).toBe('100');
    expect(() => parseInput(thing, 'update', { price: 1.1 })).toThrow(Problem);
  });
});
