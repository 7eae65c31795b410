import { archivable, color, defineResource, int, text } from '@coulisse/resource';

/** The smallest kind of resource: a few fields and nothing else. */
export const shelf = defineResource('sample.shelf', {
  path: 'sample/shelves',
  rights: 'sample.shelf',
  fields: archivable({
    name: text({ max: 40 }).required().unique().searchable(),
    color: color(),
    rank: int({ min: 0, max: 99 }).default(0),
  }),
  list: ['name', 'rank', 'isArchived'],
});
