import { archivable, computed, defineResource, ref, text } from './index';
import { indexedOrders, orderIndex, searchNotes } from './list-indexes';
import { projectPrisma } from './prisma-projection';
import { order, shelf } from './sample.fixture';

const base = { path: 'shop/articles', rights: 'shop.article' };
const article = (overrides: object = {}) =>
  defineResource('shop.article', {
    ...base,
    fields: {
      name: text().required().searchable(),
      code: text().required().unique(),
      ean: text().unique(),
      notes: text().searchable(),
      owner: ref('elsewhere.person'),
      shelf: ref('shop.shelf'),
    },
    ...overrides,
  });

describe('the index of a list’s order', () => {
  it('begins with the tenant and ends with the id', () => {
    expect(orderIndex(order)).toEqual(['tenantId', 'createdAt', 'id']);
    expect(projectPrisma([order])).toContain('  @@index([tenantId, createdAt, id])');
  });
  it('contains isArchived for an archivable resource', () => {
    const archivableArticle = defineResource('shop.article', {
      ...base,
      fields: archivable({ name: text() }),
    });
    expect(orderIndex(archivableArticle)).toEqual(['tenantId', 'name', 'id', 'isArchived']);
  });
  it('does not exist for a reference, whose labels are in another table', () => {
    expect(orderIndex(article({ sort: 'owner' }))).toBeUndefined();
    expect(orderIndex(article({ sort: 'shelf' }))).toBeUndefined();
  });
  it('also counts unique, non-null fields as indexed orders', () => {
    expect(indexedOrders(article())).toEqual(['name', 'code']);
    expect(indexedOrders(shelf)).toEqual(['name', 'name']);
  });
});

describe('the database objects of the search', () => {
  const notes = searchNotes(article());

  it('are a column, an index that begins with the tenant, and a function that may use it', () => {
    expect(notes.join('\n')).toMatch(
      /coalesce\("name", ''\) \|\| E'\\n' \|\| coalesce\("notes", ''\)[\s\S]*USING gin \("tenant_id", "_search" gin_trgm_ops\)/,
    );
    expect(notes.join('\n')).toContain(`nullif(current_setting('app.tenant', true), '')::uuid`);
  });
  it('are one statement per line, with statements to undo them', () => {
    for (const line of notes) expect(line).toMatch(/^\/\/\/ derive( undo)?: [^\n]+$/);
    expect(notes.filter((line) => line.startsWith('/// derive undo:'))).toHaveLength(2);
    expect(projectPrisma([article()])).toContain(`${notes.at(-1)}\nmodel Article {`);
  });
  it('leave out fields computed at read time, and are empty without searchable fields', () => {
    const fields = {
      name: computed(text(), `upper(t.code)`).searchable(),
      code: text().required(),
      notes: text().searchable(),
    };
    expect(searchNotes(article({ fields })).join('\n')).not.toContain('"name"');
    const { notes: _notes, ...others } = fields;
    // Its records are published by their computed name: the owner of the table finds their tenants.
    expect(searchNotes(article({ fields: others })).map((note) => note.split(' ON ')[0])).toEqual([
      '/// derive: CREATE POLICY "search"',
      '/// derive undo: DROP POLICY "search"',
    ]);
    expect(searchNotes(order)).toEqual([]);
  });
});
