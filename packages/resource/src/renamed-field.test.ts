import { storedColumns } from './columns';
import { describeResourceFor } from './descriptor';
import { children, computed, defineResource, int, ref, text } from './index';
import { localeKeys } from './locale-keys';
import { projectPrisma } from './prisma-projection';
import { shelf } from './sample.fixture';

const resourceWith = (fields: Parameters<typeof defineResource>[1]['fields']) =>
  defineResource('sample.book', { path: 'sample/books', rights: 'sample.book', fields });
const book = resourceWith({
  title: text().storedAs('name'),
  place: ref('sample.shelf').storedAs('shelf_id').formerly('shelf').required(),
});

describe('a field that was renamed', () => {
  test('keeps its column', () => {
    expect(storedColumns(book).slice(0, 2)).toMatchObject([
      { field: 'title', column: 'name' },
      { field: 'place', column: 'shelf_id' },
    ]);
    const schema = projectPrisma([book, shelf]);
    expect(schema).toContain('title String? @map("name") @db.VarChar(255)');
    expect(schema).toContain('shelfId String @map("shelf_id") @db.Uuid');
    expect(schema).toContain('place Shelf @relation("BookPlace", fields: [tenantId, shelfId]');
    expect(schema).toContain('@@index([tenantId, shelfId])');
  });
  test('is described with its former name, and without its column', () => {
    const keys = Object.fromEntries(localeKeys(book).map((key) => [key, key]));
    const [, place] = describeResourceFor(book, { fr: keys, en: keys }, () => true).fields;
    expect(place).toMatchObject({ name: 'place', formerly: 'shelf' });
    expect(place).not.toHaveProperty('column');
  });
  test('has a column, and a former name that is no other field', () => {
    const wrong = (fields: Parameters<typeof resourceWith>[0]) => () => resourceWith(fields);
    expect(wrong({ title: computed(int(), '1').storedAs('one') })).toThrow(
      'whose column has no name of its own',
    );
    expect(wrong({ title: text().formerly('name'), name: text() })).toThrow('which is another field');
    expect(wrong({ lines: children({ title: text().formerly('name') }) })).toThrow('has no former name');
  });
});
