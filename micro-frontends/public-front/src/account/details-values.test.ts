import { checkDetails, startDetails, toDetails, type DetailsValues } from './details-values';

const account = { tenantId: 'lumiere', email: 'lea@example.test', firstName: 'Léa', lastName: 'Roux' };
const nothing = {
  version: 0,
  firstName: '',
  lastName: '',
  telephone: '',
  address: null,
  newsletterSubscribed: false,
};
const typed = (changes: Partial<DetailsValues> = {}): DetailsValues => ({
  ...startDetails(nothing, account),
  ...changes,
});

test('the form begins with the names of the account until something is stored', () => {
  expect(typed()).toMatchObject({ firstName: 'Léa', lastName: 'Roux', country: 'FR' });
  const stored = { ...nothing, version: 3, firstName: 'Sofia', lastName: 'Almeida' };
  expect(startDetails(stored, account)).toMatchObject({ firstName: 'Sofia', lastName: 'Almeida' });
});

test('an address is whole or absent', () => {
  expect(checkDetails(typed()).size).toBe(0);
  expect(toDetails(typed({ country: 'BE' }), nothing).address).toBeNull();
  expect([...checkDetails(typed({ city: 'Lyon' })).keys()]).toEqual(['addressLine1', 'zipCode']);
  const address = { addressLine1: ' 1 quai & Cie ', zipCode: '6900', city: 'Lyon' };
  expect(checkDetails(typed(address)).get('zipCode')).toBe('form.zip');
  expect(checkDetails(typed({ ...address, country: 'NL' })).size).toBe(0);
  expect(toDetails(typed(address), nothing).address).toEqual({
    addressLine1: '1 quai & Cie',
    zipCode: '6900',
    city: 'Lyon',
    country: 'FR',
  });
});

test('names are required', () => {
  expect([...checkDetails(typed({ firstName: ' ', lastName: '' })).keys()]).toEqual([
    'firstName',
    'lastName',
  ]);
});
