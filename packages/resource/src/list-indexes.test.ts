import { archivable, defineResource, ref, text } from './index';
import { indexedOrders, orderIndex, searchNotes } from './list-indexes';
import { projectPrisma } from './prisma-projection';
import { order, shelf } from './sample.fixture';

const base = { path: 'shop/articles', rights: 'shop.article' };
const article = (more: object = {}) =>
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
    ...more,
  });

describe('the index of a list’s order', () => {
  it('begins with the tenant and ends with the id', () => {
    expect(orderIndex(order)).toEqual(['tenantId', 'createdAt', 'id']);
    expect(projectPrisma([order])).toContain('  @@index([tenantId, createdAt, id])');
  });
  it('has what a list leaves out', () => {
    const kept = defineResource('shop.article', { ...base, fields: archivable({ name: text() }) });
    expect(orderIndex(kept)).toEqual(['tenantId', 'name', 'id', 'isArchived']);
  });
  it('is over the label of a record of another service, and over nothing of one of this', () => {
    expect(orderIndex(article({ sort: 'owner' }))).toEqual(['tenantId', 'ownerLabel', 'id']);
    expect(orderIndex(article({ sort: 'shelf' }))).toBeUndefined();
  });
  it('is not alone: what is unique and never empty is in order too', () => {
    expect(indexedOrders(article())).toEqual(['name', 'code']);
    expect(indexedOrders(shelf)).toEqual(['name', 'name']);
  });
});

describe('what the search needs of the database', () => {
  const notes = searchNotes(article());

  it('is a column, an index that begins with the tenant, and a function that may use it', () => {
    expect(notes.join('\n')).toMatch(
      /coalesce\("name", ''\) \|\| E'\\n' \|\| coalesce\("notes", ''\)[\s\S]*USING gin \("tenant_id", "_search" gin_trgm_ops\)/,
    );
    expect(notes.join('\n')).toContain(`nullif(current_setting('app.tenant', true), '')::uuid`);
  });
  it('is told in lines of one statement each, and how to take it away', () => {
    for (const line of notes) expect(line).toMatch(/^\/\/\/ derive( undo)?: [^\n]+$/);
    expect(notes.filter((line) => line.startsWith('/// derive undo:'))).toHaveLength(2);
    expect(projectPrisma([article()])).toContain(`${notes.at(-1)}\nmodel Article {`);
  });
  it('leaves out what is computed at each read, and is nothing where nothing is searchable', () => {
    expect(searchNotes(article(), ['name']).join('\n')).not.toContain('"name"');
    expect(searchNotes(article(), ['name', 'notes'])).toEqual([]);
    expect(searchNotes(order)).toEqual([]);
  });
});
