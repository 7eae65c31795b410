import { postalAddress } from './create-defaults.command';

test.each([
  ['12 rue des Tanneurs, 77100 Meaux', 'Meaux', ['12 rue des Tanneurs', '77100', 'Meaux']],
  ['1 place Bellecour', 'Lyon', ['1 place Bellecour', null, 'Lyon']],
  ['', 'Lyon', [null, null, 'Lyon']],
  ['', '', [null, null, null]],
  ['BP 10452, 33000 Bordeaux', 'Bordeaux', ['BP 10452', '33000', 'Bordeaux']],
])('%s in %s', (address, city, expected) => {
  const { addressLine1, zipCode, city: town } = postalAddress({ address, city });
  expect([addressLine1, zipCode, town]).toEqual(expected);
});
