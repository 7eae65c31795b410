import { searchableFor } from './searchable';

const RIGHTS = ['crm.tiers.read', 'crm.note.read', 'sales.quote.read', 'hr.holiday.read'];

it('finds records by the scope of the right to read them', () =>
  expect(
    searchableFor(
      {
        userId: 'karim',
        team: ['helena'],
        rights: ['crm.tiers.read', 'sales.quote.read:own', 'hr.holiday.read:team', 'crm.note.update'],
      },
      RIGHTS,
    ),
  ).toEqual([
    { readRight: 'crm.tiers.read', owners: null },
    { readRight: 'sales.quote.read', owners: ['karim'] },
    { readRight: 'hr.holiday.read', owners: ['karim', 'helena'] },
  ]));

it('finds nothing of a user without an id who may read own records only', () =>
  expect(searchableFor({ userId: null, rights: ['crm.note.read:own'] }, RIGHTS)).toEqual([
    { readRight: 'crm.note.read', owners: [] },
  ]));
