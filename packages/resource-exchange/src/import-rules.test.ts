import {
  bool,
  children,
  date,
  defineResource,
  email,
  enumeration,
  int,
  list,
  money,
  ref,
  text,
  time,
  type Texts,
} from '@coulisse/resource';
import { Problem } from '@coulisse/service-kit/problem';
import { guessMapping } from './guess-mapping';
import { bodyOf, cellErrors, readCells, rowError, type MappedColumn } from './import-row';
import { hintOf, importKeys, importTargets } from './import-targets';
import { parseCell, referencesIn } from './parse-cell';
import { DuplicateKeyDetector } from './duplicate-key-detector';
import { labelsOf } from './resource-labels';

const person = defineResource('sample.person', {
  path: 'sample/persons',
  rights: 'sample.person',
  fields: {
    name: text({ max: 40 }).required(),
    firstName: text(),
    email: email().unique(),
    phone: text(),
    kind: enumeration(['ARTIST', 'GUEST']).default('GUEST'),
    vip: bool(),
    age: int(),
    fee: money(),
    arrival: date(),
    times: list(time()),
    room: ref('sample.room'),
    secret: text().readonly(),
    addresses: children({ street: text().required(), postCode: text(), city: text() }),
  },
});
const fr: Texts = {
  'sample.person': 'Personne',
  'sample.person.name': 'Nom',
  'sample.person.firstName': 'Prénom',
  'sample.person.email': 'E-mail',
  'sample.person.phone': 'Téléphone',
  'sample.person.kind': 'Type',
  'sample.person.kind.ARTIST': 'Artiste',
  'sample.person.kind.GUEST': 'Invité',
  'sample.person.vip': 'VIP',
  'sample.person.age': 'Âge',
  'sample.person.fee': 'Cachet',
  'sample.person.arrival': 'Arrivée',
  'sample.person.times': 'Horaires',
  'sample.person.room': 'Loge',
  'sample.person.addresses': 'Adresses',
  'sample.person.addresses.street': 'Rue',
  'sample.person.addresses.postCode': 'Code postal',
  'sample.person.addresses.city': 'Ville',
};
const en: Texts = {
  ...fr,
  'sample.person.name': 'Name',
  'sample.person.kind.GUEST': 'Guest',
  'sample.person.addresses.city': 'City',
};
const targets = importTargets(person, labelsOf(person, { fr, en }), 3);
const columnsOf = (...names: string[]): MappedColumn[] =>
  names.map((name, index) => {
    const target = targets.find((candidate) => candidate.name === name);
    if (!target) throw new Error(`${name} cannot be filled`);
    return { index, header: name.toUpperCase(), target };
  });
const read = (columns: MappedColumn[], cells: (string | number | null)[]) =>
  readCells(columns, cells, ({ target }, cell) =>
    parseCell(target.spec, cell, { decimal: ',', zone: 'Europe/Paris' }, target.values, (label) => ({
      value: `id of ${label}`,
    })),
  );

describe('the import targets', () => {
  it('are the writable fields, children by index, and the id', () => {
    expect(targets.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['name', 'room', 'addresses[0].city', 'addresses[2].street', 'id']),
    );
    expect(targets.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['secret']));
    expect(targets.some(({ name }) => name === 'addresses')).toBe(false);
    expect(targets.filter(({ required }) => required).map(({ name }) => name)).toEqual(['name']);
    expect(importKeys(person)).toEqual(['email', 'id']);
  });
  it('have a hint on the format of their values', () => {
    const hint = (name: string) =>
      hintOf(
        targets.find((target) => target.name === name)!,
        'fr',
      );
    expect(hint('kind')).toBe('Artiste, Invité');
    expect(hint('vip')).toBe('Oui, Non');
    expect(hint('arrival')).toContain('31/12/2026');
    expect(hint('name')).toBe('');
  });
});

describe('guessMapping', () => {
  const guess = (...headers: string[]) => guessMapping(headers, targets);
  it('matches fields by label in either language, by name and by synonym', () => {
    expect(guess('NOM', 'Prenom', 'Courriel', 'tel', 'first_name', 'Guest', 'âge')).toEqual([
      'name',
      'firstName',
      'email',
      'phone',
      null,
      null,
      'age',
    ]);
    expect(guess('last name', 'First Name', 'Phone number')).toEqual(['name', 'firstName', 'phone']);
  });
  it('matches children by the header of an export, by path and by field name', () => {
    expect(guess('Adresses 1 – Ville', 'addresses[1].city', 'CP', 'Ville 3', 'Rue')).toEqual([
      'addresses[0].city',
      'addresses[1].city',
      'addresses[0].postCode',
      'addresses[2].city',
      'addresses[0].street',
    ]);
  });
  it('maps no field twice, and prefers the best matching column', () => {
    expect(guess('mail', 'E-mail')).toEqual([null, 'email']);
    expect(guess('', 'Bizarre')).toEqual([null, null]);
  });
});

describe('a row', () => {
  const columns = columnsOf('name', 'kind', 'vip', 'age', 'fee', 'arrival', 'times', 'room');
  it('is converted to a request body', () => {
    const { values, errors } = read(columns, [
      'Anne',
      'artiste',
      'oui',
      '12',
      '1 234,5',
      '31/12/2026',
      '9h | 20:30',
      'Loge 1',
    ]);
    expect(errors).toEqual([]);
    expect(bodyOf(person, columns, values, null).body).toEqual({
      name: 'Anne',
      kind: 'ARTIST',
      vip: true,
      age: 12,
      fee: '1234.5',
      arrival: '2026-12-31',
      times: ['09:00', '20:30'],
      room: 'id of Loge 1',
    });
  });
  it('leaves the defaults of a new record for blank cells, and clears nullable fields of an existing one', () => {
    const { values } = read(columns, ['Anne', ' ', null, '', null, null, null, null]);
    expect(bodyOf(person, columns, values, null).body).toEqual({ name: 'Anne' });
    expect(bodyOf(person, columns, values, {}).body).toEqual({
      name: 'Anne',
      age: null,
      fee: null,
      arrival: null,
      times: [],
      room: null,
    });
  });
  it('reports every error of its cells', () => {
    const { errors } = read(columns, [
      'Anne',
      'roi',
      'peut-être',
      '1,5',
      'x',
      '32/12/2026',
      '25:00',
      'Loge 1',
    ]);
    expect(errors.map(({ name, code }) => `${name} ${code}`)).toEqual([
      'kind validation.choice',
      'vip validation.type',
      'age validation.integer',
      'fee validation.number',
      'arrival validation.date',
      'times validation.time',
    ]);
  });
  it('lists the texts that refer to records', () => {
    expect(referencesIn({ kind: 'refs' }, 'A | B')).toEqual(['A', 'B']);
    expect(referencesIn({ kind: 'ref' }, ' A | B ')).toEqual(['A | B']);
    expect(referencesIn({ kind: 'text' }, 'A')).toEqual([]);
  });
});

describe('children in a row', () => {
  const columns = columnsOf('addresses[0].street', 'addresses[0].city', 'addresses[1].street');
  const body = (cells: (string | null)[], existing: Record<string, unknown> | null) => {
    const { values } = read(columns, cells);
    return bodyOf(person, columns, values, existing);
  };
  it('are created only if one of their cells is not blank', () => {
    expect(body(['rue A', null, null], null).body).toEqual({ addresses: [{ street: 'rue A' }] });
    expect(body([null, null, null], null).body).toEqual({});
  });
  it('keep their index in the file, so that an error names the right cell', () => {
    const { body: made, places } = body([null, null, 'rue B'], null);
    expect(made).toEqual({ addresses: [{ street: 'rue B' }] });
    const problem = new Problem('validation.failed', {
      errors: [
        { pointer: '/addresses/0/city', code: 'validation.not-blank' },
        { pointer: '/name', code: 'validation.length', params: { min: 1, max: 40 } },
      ],
    });
    expect(cellErrors(problem, places).map(({ name }) => name)).toEqual(['addresses[1].city', 'name']);
    expect(cellErrors(new Problem('validation.unique'), places)).toEqual([
      { name: '', code: 'validation.unique', params: {} },
    ]);
  });
  const existing = {
    addresses: [
      { id: '1', street: 'rue 1', postCode: '1', city: 'Lyon' },
      { id: '2', street: 'rue 2', postCode: '2', city: 'Nice' },
      { id: '3', street: 'rue 3', postCode: '3', city: 'Brest' },
    ],
  };
  it('update the existing children by index, and leave unmapped fields and children unchanged', () => {
    expect(body(['rue A', null, 'rue B'], existing).body).toEqual({
      addresses: [
        { id: '1', street: 'rue A', postCode: '1', city: null },
        { id: '2', street: 'rue B', postCode: '2', city: 'Nice' },
        { id: '3', street: 'rue 3', postCode: '3', city: 'Brest' },
      ],
    });
  });
  it('are removed when all their cells are blank', () => {
    expect(body([null, null, 'rue B'], existing).body).toEqual({
      addresses: [
        { id: '2', street: 'rue B', postCode: '2', city: 'Nice' },
        { id: '3', street: 'rue 3', postCode: '3', city: 'Brest' },
      ],
    });
  });
});

it('reports an error with row, attribute, header and the message of the catalogue', () => {
  const columns = columnsOf('name');
  const error = { name: 'name', code: 'validation.not-blank' } as const;
  expect(rowError(12, error, columns, 'fr')).toEqual({
    row: 12,
    attribute: 'name',
    header: 'NAME',
    code: 'validation.not-blank',
    detail: expect.stringMatching(/^Erreur ligne 12, attribut name, en-tête NAME\. \S/) as string,
  });
  expect(rowError(3, { name: '', code: 'validation.unique' }, columns, 'en').detail).toBe(
    'Error on row 3, attribute –, header –. This value must be unique.',
  );
});

describe('DuplicateKeyDetector', () => {
  const newDetector = () =>
    new DuplicateKeyDetector(person, new Set(['name', 'email']), ['name'], (_field, value) =>
      String(value).toLowerCase(),
    );
  const note = (detector: DuplicateKeyDetector, row: number, values: Record<string, unknown>) =>
    detector.duplicatesOf(row, (field) => values[field]).map(({ name, params }) => [name, params?.row]);
  it('reports a unique value that an earlier row of the file has', () => {
    const detector = newDetector();
    expect(note(detector, 2, { name: 'A', email: 'a@b.fr' })).toEqual([]);
    expect(note(detector, 3, { name: 'B', email: 'A@B.fr' })).toEqual([['email', 2]]);
    expect(note(detector, 4, { name: 'a', email: undefined })).toEqual([['name', 2]]);
    expect(note(detector, 5, { name: 'C', email: null })).toEqual([]);
    expect(note(detector, 6, { name: 'D' })).toEqual([]);
  });
});
