import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { countDrafts, draftOf, groupOf, newDraftGroup, newDraftRule, unfinished } from './filter-draft';
import type { FilterGroup } from './filter-group';

const field = (name: string, type: FieldDescriptor['type']) =>
  ({ name, type, required: false, filterable: true, label: { fr: name, en: name } }) as FieldDescriptor;
const FIELDS = [
  field('city', 'text'),
  field('kind', 'enumeration'),
  field('total', 'money'),
  field('show', 'ref'),
];

const group: FilterGroup = {
  match: 'any',
  rules: [
    { field: 'city', op: 'contains', value: 'Lille' },
    {
      match: 'all',
      rules: [
        { field: 'kind', op: 'in', value: 'A,B' },
        { field: 'show', op: 'in', value: '1,2' },
        { field: 'total', op: 'gte', value: '12.50' },
      ],
    },
  ],
};

it('survives a round trip through the editor', () => {
  expect(groupOf(draftOf(group, FIELDS), FIELDS)).toEqual(group);
  expect(countDrafts(draftOf(group, FIELDS))).toBe(4);
});

it('returns the incomplete conditions, and leaves out empty ones', () => {
  const open = newDraftRule('city', 'contains', null);
  const draft = newDraftGroup('all', [open, newDraftGroup('any')]);
  expect(unfinished(draft, FIELDS)).toEqual([open.key]);
  expect(groupOf(draft, FIELDS)).toBeNull();
});

it('drops conditions on fields that no longer exist', () => {
  expect(
    countDrafts(draftOf({ match: 'all', rules: [{ field: 'gone', op: 'eq', value: '1' }] }, FIELDS)),
  ).toBe(0);
});
