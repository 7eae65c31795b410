import { searchTraits } from './traits';

it('returns traits once a field identifies the third party', () => {
  expect(searchTraits({ kind: 'particular', firstName: 'Sofia', lastName: 'Al' })).toBeNull();
  expect(searchTraits({ lastName: 'Almeida' })).toBeNull();
  expect(
    searchTraits({
      kind: 'particular',
      firstName: ' Sofia ',
      lastName: 'Almeida',
      language: 'fr',
      addresses: [{ zipCode: '77100' }, { zipCode: '' }],
    }),
  ).toEqual({ kind: 'particular', firstName: 'Sofia', lastName: 'Almeida', zipCodes: ['77100'] });
});

it('uses the fixed kind of a form without that field', () =>
  expect(searchTraits({ name: 'Alvéo' }, 'society')).toEqual({
    kind: 'society',
    name: 'Alvéo',
    zipCodes: [],
  }));
