import { matches } from './match';

it('finds without accents, by the beginnings of words, in any order', () => {
  expect(matches('Accueil du public', 'pub acc')).toBe(true);
  expect(matches('Représentations', 'repre')).toBe(true);
  expect(matches('Comité d’entreprise', 'entre')).toBe(true);
  expect(matches('Représentations', 'sentations')).toBe(false);
  expect(matches('Tiers', '')).toBe(true);
});
