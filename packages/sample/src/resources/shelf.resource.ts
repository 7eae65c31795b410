import { archivable, color, defineResource, int, related, sortable, text } from '@coulisse/resource';

/** The smallest kind of resource: a few fields and nothing else. */
export const shelf = defineResource('sample.shelf', {
  path: 'sample/shelves',
  rights: 'sample.shelf',
  fields: sortable(
    archivable({
      name: text({ max: 40 }).required().unique().searchable(),
      color: color(),
      rank: int({ min: 0, max: 99 }).default(0),
      gadgets: related('sample.gadget', { by: 'shelf' }),
    }),
  ),
  list: ['name', 'rank', 'isArchived'],
  sortable: true,
  sort: 'name',
});
