import { bareMessage } from './bare-message';

it('removes the place, which the other columns show', () => {
  expect(
    bareMessage({
      header: 'Courriel',
      detail: 'Erreur ligne 2, attribut email, en-tête Courriel. Adresse invalide.',
    }),
  ).toBe('Adresse invalide.');
  expect(
    bareMessage({ header: '', detail: 'Erreur ligne 2, attribut –, en-tête –. Ligne trop longue.' }),
  ).toBe('Ligne trop longue.');
  expect(bareMessage({ header: 'a. b', detail: 'Erreur ligne 2, attribut x, en-tête a. b. Non. Non.' })).toBe(
    'Non. Non.',
  );
});

it('leaves a message without a place unchanged', () => {
  expect(bareMessage({ header: 'Nom', detail: 'Valeur obligatoire.' })).toBe('Valeur obligatoire.');
});
