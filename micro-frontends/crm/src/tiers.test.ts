import { isVisible } from './tiers';

it('asks a person for two names, and a company for one and its numbers', () => {
  const shown = (kind: string) =>
    ['name', 'firstName', 'lastName', 'siret', 'email'].filter((field) => isVisible(field, { kind }));
  expect(shown('particular')).toEqual(['firstName', 'lastName', 'email']);
  expect(shown('society')).toEqual(['name', 'siret', 'email']);
  expect(shown('supplier')).toEqual(['name', 'siret', 'email']);
});
