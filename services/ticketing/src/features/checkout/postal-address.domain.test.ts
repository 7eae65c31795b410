import { addressErrors } from './postal-address.domain';

const NOWHERE = { addressLine1: '', zipCode: '', city: '' };
const LYON = { addressLine1: '4 rue du Port', zipCode: '69002', city: 'Lyon' };
const pointers = (...call: Parameters<typeof addressErrors>) =>
  addressErrors(...call).map(({ pointer }) => pointer);

test('nobody types an address for tickets that arrive by e-mail', () => {
  expect(pointers(NOWHERE, { isAsked: false, isPosted: false })).toEqual([]);
});

test.each([[{ isAsked: true, isPosted: false }], [{ isAsked: false, isPosted: true }]])(
  'R-197: each missing part is named where one is needed: %j',
  (terms) => {
    expect(pointers(NOWHERE, terms)).toEqual([
      '/customer/addressLine1',
      '/customer/zipCode',
      '/customer/city',
    ]);
    expect(pointers({ ...LYON, city: '' }, terms)).toEqual(['/customer/city']);
    expect(pointers(LYON, terms)).toEqual([]);
  },
);
