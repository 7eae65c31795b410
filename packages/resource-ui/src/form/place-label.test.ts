import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { placeLabel } from './place-label';

const city: FieldDescriptor = {
  name: 'city',
  type: 'text',
  required: true,
  label: { fr: 'Ville', en: 'City' },
};
const addresses: FieldDescriptor = {
  name: 'addresses',
  type: 'children',
  required: false,
  label: { fr: 'Adresses', en: 'Addresses' },
  fields: [city],
};

it('returns the label of a path, also in a line', () => {
  expect(placeLabel('addresses/1/city', [addresses], 'fr')).toBe('Adresses, 2, Ville');
  expect(placeLabel('addresses', [addresses], 'en')).toBe('Addresses');
  expect(placeLabel('addresses/0', [addresses], 'fr')).toBe('Adresses, 1');
  expect(placeLabel('unknown', [addresses], 'fr')).toBe('');
});
