import { askedTraits } from './traits';

it('asks once something tells who it is', () => {
  expect(askedTraits({ kind: 'particular', firstName: 'Sofia', lastName: 'Al' })).toBeNull();
  expect(askedTraits({ lastName: 'Almeida' })).toBeNull();
  expect(
    askedTraits({
      kind: 'particular',
      firstName: ' Sofia ',
      lastName: 'Almeida',
      language: 'fr',
      addresses: [{ zipCode: '77100' }, { zipCode: '' }],
    }),
  ).toEqual({ kind: 'particular', firstName: 'Sofia', lastName: 'Almeida', zipCodes: ['77100'] });
});

it('knows the kind of a form that does not ask it', () =>
  expect(askedTraits({ name: 'Alvéo' }, 'society')).toEqual({
    kind: 'society',
    name: 'Alvéo',
    zipCodes: [],
  }));
