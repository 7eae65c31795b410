import { archivable, defineResource, ref, text } from './index';
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
  it('uses the label column of a reference to another service, and does not exist for a local reference', () => {
    expect(orderIndex(article({ sort: 'owner' }))).toEqual(['tenantId', 'ownerLabel', 'id']);
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
    expect(searchNotes(article(), ['name']).join('\n')).not.toContain('"name"');
    expect(searchNotes(article(), ['name', 'notes'])).toEqual([]);
    expect(searchNotes(order)).toEqual([]);
  });
});
