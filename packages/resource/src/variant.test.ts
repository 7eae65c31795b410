import { describeResourceFor } from './descriptor';
import { localeKeys } from './locale-keys';
import { projectPrisma } from './prisma-projection';
import * as r from './index';

const party = r.defineResource('sample.party', {
  path: 'sample/parties',
  rights: 'sample.party',
  fields: r.archivable({
    kind: r.enumeration(['person', 'society']).required(),
    name: r.text().required().searchable(),
    siret: r.siret(),
    birth: r.date(),
    notes: r.related('sample.note', { by: 'party' }),
  }),
  rules: [
    ({ kind, siret }) => kind === 'society' && !siret && r.blocked('validation.not-blank', {}, '/siret'),
  ],
  list: ['name', 'kind'],
  sort: '-createdAt',
  uniqueTogether: [{ fields: ['kind', 'name'], code: 'validation.unique' }],
});
const society = r.variantOf(party, 'sample.society', {
  path: 'sample/societies',
  fixed: { kind: 'society' },
  fields: ['siret', 'name', 'notes'],
  list: ['name', 'siret'],
});
const note = r.defineResource('sample.note', {
  path: 'sample/notes',
  rights: 'sample.note',
  fields: { text: r.text(), party: r.ref('sample.society').required(), proof: r.file(), photo: r.image() },
});

describe('a variant', () => {
  test('shares the table, the rules and the rights of its base', () => {
    expect(society).toMatchObject({
      name: 'sample.society',
      entity: 'society',
      table: 'party',
      rights: 'sample.party',
      variantOf: 'sample.party',
      fixed: { kind: 'society' },
      sort: '-createdAt',
    });
    expect(society.rules).toBe(party.rules);
    expect(r.baseName(society)).toBe('sample.party');
    expect(r.baseName(party)).toBe('sample.party');
  });
  test('accepts the fields that it shows, except its fixed ones', () => {
    const writable = Object.keys(society.fields).filter((field) => r.isWritable(society, field));
    expect(writable).toEqual(['name', 'siret']);
  });
  test('describes the fields that it shows, in their order, with the texts of its base', () => {
    const texts = {
      'sample.society': 'Société',
      'sample.party.name': 'Nom',
      'sample.party.siret': 'SIRET',
      'sample.society.siret': 'SIRET du siège',
    };
    const described = describeResourceFor(society, { fr: texts, en: texts }, () => true);
    expect(described.fields.map(({ name }) => name)).toEqual([
      'siret',
      'name',
      'notes',
      'createdAt',
      'updatedAt',
    ]);
    expect(described.fields.slice(0, 2).map(({ label }) => label.fr)).toEqual(['SIRET du siège', 'Nom']);
    expect(described.fields[2]).toMatchObject({
      type: 'related',
      ref: 'sample.note',
      by: 'party',
      readonly: true,
    });
    expect(described).toMatchObject({
      label: { fr: 'Société' },
      path: '/b/api/sample/societies',
      variantOf: 'sample.party',
      fixed: { kind: 'society' },
      features: { archivable: true },
    });
    expect(localeKeys(society)).toEqual(['sample.society', 'sample.society.plural', 'sample.society.new']);
  });
  test('is refused when its definition is invalid', () => {
    const path = 'x';
    const fixed = { kind: 'society' } as const;
    expect(() => r.variantOf(society, 'sample.other', { path, fixed })).toThrow('itself a variant');
    expect(() => r.variantOf(party, 'other.society', { path, fixed })).toThrow('not a resource of sample');
    expect(() => r.variantOf(party, 'sample.o', { path, fixed, fields: ['siret'] })).toThrow('needs name');
    expect(() => r.variantOf(party, 'sample.o', { path, fixed, fields: ['name'], list: ['siret'] })).toThrow(
      'not among the fields that it shows',
    );
    // @ts-expect-error no such kind
    expect(r.variantOf(party, 'sample.o', { path, fixed: { kind: 'robot' } })).toBeDefined();
  });
});

describe('the Prisma projection', () => {
  const schema = projectPrisma([party, society, note]);
  const model = (name: string) => new RegExp(`model ${name} \\{[\\s\\S]*?^\\}`, 'm').exec(schema)?.[0] ?? '';

  test('has no table for a variant: references to it point at its base', () => {
    expect(schema.match(/^model \w+/gm)).toEqual(['model Party', 'model Note']);
    expect(model('Note')).toContain(
      'party Party @relation("NoteParty", fields: [tenantId, partyId], references: [tenantId, id]',
    );
    expect(model('Party')).toContain('noteParty'.concat('Back Note[]'));
  });
  test('has no column for related records', () => expect(model('Party')).not.toMatch(/notes/));
  test('stores the name of a file next to its id', () => {
    expect(model('Note')).toContain('proofId String? @map("proof_id") @db.Uuid');
    expect(model('Note')).toContain('proofLabel String? @map("proof_label") @db.Text');
    expect(model('Note')).toContain('photoId String?');
  });
  test('names the indexes over several fields as the database reports them', () => {
    expect(model('Party')).toContain('@@unique([tenantId, kind, name], map: "party_kind_name_key")');
    expect(r.uniqueIndexes(party)).toEqual([
      { name: 'party_kind_name_key', fields: ['kind', 'name'], code: 'validation.unique' },
    ]);
  });
  test('stores encrypted values as bytes', () => {
    const secret = r.defineResource('sample.secret', {
      path: 'x',
      rights: 'x',
      fields: { name: r.text(), nir: r.nir().encrypted(), grade: r.enumeration(['A']).encrypted() },
      list: ['name'],
    });
    const text = projectPrisma([secret]);
    expect(text).toContain('  nir Bytes?\n');
    expect(text).toContain('  grade Bytes?\n');
    expect(text).not.toContain('enum SecretGrade');
  });
});
