import { NOBODY } from './desk-types';
import { completedBy, customerOf } from './known-customer';

const PAUL = {
  ...{ id: 't1', name: 'Paul Dumas', firstName: 'Paul', lastName: 'Dumas' },
  ...{ email: 'paul@dumas.example', telephone: '+33140000000', mobile: '+33600000000' },
  language: 'en' as const,
};
const HOME = { addressLine1: '3 rue Haute', zipCode: '1000', city: 'Bruxelles', country: 'BE' };
const OFFICE = { addressLine1: '1 place Basse', zipCode: '75001', city: 'Paris', country: 'FR' };

test('a known person keeps first name, last name, mobile and language', () => {
  expect(customerOf(PAUL)).toEqual({
    ...NOBODY,
    ...{ tiers: 't1', firstName: 'Paul', lastName: 'Dumas', language: 'en' },
    ...{ email: 'paul@dumas.example', telephone: '+33600000000' },
  });
});

test('a company has one name', () => {
  const company = { ...PAUL, name: 'Comité Renard', firstName: null, lastName: null, mobile: null };
  expect(customerOf(company)).toMatchObject({
    ...{ firstName: '', lastName: 'Comité Renard' },
    telephone: '+33140000000',
  });
});

test('the address of deliveries comes before the others', () => {
  const record = { ...PAUL, addresses: [OFFICE, { ...HOME, mainDelivery: true }] };
  expect(customerOf(record)).toMatchObject(HOME);
  expect(customerOf({ ...PAUL, addresses: [OFFICE] })).toMatchObject(OFFICE);
});

test('the record completes the chosen buyer, and nobody else', () => {
  const record = { ...PAUL, addresses: [HOME] };
  const chosen = customerOf(PAUL);
  expect(completedBy(record, chosen)).toEqual({ ...chosen, ...HOME });
  expect(completedBy(record, { ...chosen, tiers: 't2' })).toMatchObject({ addressLine1: '' });
  expect(completedBy(record, { ...chosen, city: 'Lyon' })).toMatchObject({ addressLine1: '', city: 'Lyon' });
});
