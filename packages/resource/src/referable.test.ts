import { foreignTargets } from './columns';
import { archivable, children, computed, date, defineResource, email, image, ref, refs, text } from './index';
import { publishedFields } from './referable';

const person = defineResource('sample.person', {
  path: 'sample/people',
  rights: 'sample.person',
  access: { own: 'createdBy' },
  replacedBy: 'twin',
  fields: archivable({
    name: text().searchable(),
    code: computed(text(), 'upper(t.name)').searchable(),
    born: date(),
    email: email().searchable(),
    city: text(),
    secretary: text().secret(),
    twin: ref('sample.person'),
    photo: image(),
    groups: refs('elsewhere.group'),
    jobs: children({ company: ref('other.company'), boss: ref('sample.person') }),
  }),
  list: ['name', 'born', 'city', 'email'],
});

it('publishes the label, the texts of the list and the words of the search, and no secret', () => {
  expect(publishedFields(person)).toEqual({
    label: 'name',
    detail: ['city', 'email'],
    search: ['code', 'email'],
    archived: 'isArchived',
    owner: 'createdBy',
    replacedBy: 'twin',
  });
});

it('finds references to other services in lists and in children; files are none', () => {
  expect([...foreignTargets(person)]).toEqual(['elsewhere.group', 'other.company']);
});

it('publishes records that lists search, of tenants, that can be read', () => {
  const spec = { path: 'sample/things', rights: 'sample.thing', fields: { name: text().searchable() } };
  const isReferable = (overrides: object) =>
    defineResource('sample.thing', { ...spec, ...overrides }).referable;
  expect(isReferable({})).toBe(true);
  expect(isReferable({ fields: { name: text() } })).toBe(false);
  expect(isReferable({ fields: { name: text() }, referable: true })).toBe(true);
  expect(isReferable({ operations: ['create'] })).toBe(false);
  expect(isReferable({ tenancy: 'self' })).toBe(false);
  expect(isReferable({ referable: false })).toBe(false);
});
