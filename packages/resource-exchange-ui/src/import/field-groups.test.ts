import { groupedFields } from './field-groups';

const field = (name: string, label: string) => ({ name, label, required: false, type: 'text', hint: '' });

it('groups the fields of each child under its name', () => {
  const groups = groupedFields([
    field('name', 'Nom'),
    field('addresses[0].city', 'Adresses 1 – Ville'),
    field('addresses[0].kind', 'Adresses 1 – Type – usage'),
    field('addresses[1].city', 'Adresses 2 – Ville'),
    field('id', 'Identifiant'),
  ]);
  expect(groups.map(({ title, fields }) => [title, fields.map(({ label }) => label)])).toEqual([
    [null, ['Nom', 'Identifiant']],
    ['Adresses 1', ['Ville', 'Type – usage']],
    ['Adresses 2', ['Ville']],
  ]);
  expect(groups[1]?.fields[0]?.name).toBe('addresses[0].city');
});
